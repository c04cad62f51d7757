"""What makes a thread due again, on the bundled inbox."""

from importlib.metadata import version

from mailmind import bootstrap
from mailmind import config as configuration
from mailmind.bootstrap.models import judged_by
from mailmind.pipeline import run


def test_a_newer_program_judges_every_thread_anew_and_the_same_one_none(tmp_path):
    settings = configuration.load(str(bootstrap.bundled("demo.toml"))).sha256
    with bootstrap.demo(tmp_path) as bench:
        for _ in run(bench):
            pass
        same = judged_by(version("mailmind"), settings, bench.prompt_hash, bench.model.name)
        newer = judged_by("999.0", settings, bench.prompt_hash, bench.model.name)
        assert not list(bench.store.thread_ids(pending_for=same))
        assert len(list(bench.store.thread_ids(pending_for=newer))) == 19
