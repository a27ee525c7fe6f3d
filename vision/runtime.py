"""onnxruntime with its telemetry off: the only door through which Piste imports it.

The builds that its maker publishes name the machine, keep a queue of events under the home folder and send it over
the network. Whether they do is decided while the package is imported, so `disable_telemetry_events()` comes too late:
the variable has to stand before. Nothing else may happen here, and no other module imports onnxruntime by itself
(`tests/test_rooms.py` holds everybody to it).
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # regardless of the environment: no data leaves the box

import onnxruntime

__all__ = ["onnxruntime"]
