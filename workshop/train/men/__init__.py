"""The network that reads men on arrows: boards drawn from straight above, the network, its training and its exam."""
