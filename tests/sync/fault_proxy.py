"""A TCP proxy in front of a server that does what networks do: delay, cut, freeze, reset."""

import asyncio
import contextlib
import socket
import struct
import threading
from dataclasses import dataclass


@dataclass
class Fault:
    """What happens to one connection. Bytes are counted from the server's first one."""

    latency: float = 0.0
    """Seconds that each direction adds to every byte."""
    cut_after: int | None = None
    """End the connection in good order after so many bytes of the server's."""
    reset_after: int | None = None
    """Reset it."""
    freeze_after: int | None = None
    """Say nothing more, in either direction, and keep the connection open."""


class FaultProxy:
    """Listens on loopback; the faults of the list go to the connections in turn, then none."""

    def __init__(self, port: int, faults: list[Fault] | None = None, latency: float = 0.0):
        self.target = port
        self.faults = list(faults or [])
        self.latency = latency
        self.connections = 0
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), daemon=True)
        self._thread.start()
        started.wait(10)

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        self._server = self._loop.run_until_complete(
            asyncio.start_server(self._serve, "127.0.0.1", 0)
        )
        self.port = self._server.sockets[0].getsockname()[1]
        started.set()
        self._loop.run_forever()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    def close(self) -> None:
        async def end() -> None:
            assert self._server is not None
            self._server.close()
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await asyncio.sleep(0.02)  # the transports end one turn of the loop after their close
            self._loop.stop()

        asyncio.run_coroutine_threadsafe(end(), self._loop)
        self._thread.join(10)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._pass(reader, writer)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        fault = self.faults.pop(0) if self.faults else Fault(latency=self.latency)
        back, forth = await asyncio.open_connection("127.0.0.1", self.target)
        frozen = asyncio.Event()
        up = asyncio.create_task(self._up(reader, forth, fault, frozen))
        try:
            if await self._down(back, writer, fault, frozen):
                # In good order: what was sent arrives, though the other side is still talking.
                frozen.set()
                writer.write_eof()
                await up
        finally:
            up.cancel()
            await asyncio.gather(up, return_exceptions=True)
            forth.transport.abort()

    async def _up(self, reader, forth, fault, frozen):
        with contextlib.suppress(OSError):
            async for data in _delayed(reader, fault.latency):
                if not frozen.is_set():
                    forth.write(data)
                    await forth.drain()
            forth.transport.abort()

    async def _down(self, back, writer, fault, frozen):
        limits = (fault.cut_after, fault.reset_after, fault.freeze_after)
        limit = next((n for n in limits if n is not None), None)
        passed = 0
        async for data in _delayed(back, fault.latency):
            if limit is not None and passed + len(data) >= limit:
                writer.write(data[: limit - passed])
                await writer.drain()
                if fault.freeze_after is not None:
                    frozen.set()
                    await asyncio.sleep(3600)
                if fault.reset_after is not None:
                    linger = struct.pack("ii", 1, 0)
                    writer.get_extra_info("socket").setsockopt(
                        socket.SOL_SOCKET, socket.SO_LINGER, linger
                    )
                    writer.transport.abort()
                return fault.cut_after is not None
            passed += len(data)
            writer.write(data)
            await writer.drain()
        return False


async def _delayed(reader, seconds):
    """The chunks of a stream, each so many seconds after it came; the rate stays as it is."""
    if not seconds:
        while data := await reader.read(65536):
            yield data
        return
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(maxsize=4096)

    async def fill():
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await queue.put((loop.time() + seconds, data))
        await queue.put((loop.time() + seconds, b""))

    task = asyncio.create_task(fill())
    try:
        while True:
            due, data = await queue.get()
            await asyncio.sleep(max(0, due - loop.time()))
            if not data:
                return
            yield data
    finally:
        task.cancel()
