"""What a box publishes to an MQTT broker, if its teacher switches that on (docs/mqtt.md)."""
