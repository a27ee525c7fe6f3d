"""How much each address may take: connections, requests, wrong codes."""
