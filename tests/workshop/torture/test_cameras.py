"""A camera that is lost again and again leaves nothing behind."""

from workshop.torture.cameras import losses


def test_fifty_losses_leave_no_thread_and_no_file_handle() -> None:
    found = losses(50)
    assert found.seen > 0
    assert found.after.threads <= found.before.threads + 1  # one that ends is not yet gone, at most
    assert found.after.files <= found.before.files + 2
    assert found.after.memory - found.before.memory < 30_000_000
