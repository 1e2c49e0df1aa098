"""A training that is killed goes on as if nothing had happened, bit for bit."""

import json
import multiprocessing
import os
import signal
from dataclasses import asdict
from unittest import mock

import pytest
import torch

from prpn_edu import composition, data, training
from prpn_edu.composition import Bow, Lstm
from prpn_edu.latent.prpn import Prpn, build_vocabulary

TRAIN, DEV = data.toy("train", 40), data.toy("dev", 20)
WORDS = data.Vocabulary.build(TRAIN)

NEVER = 10**9


def train(kind, folder, kill_at):
    """Train with dropout and a sparse table; die by SIGKILL when batch number `kill_at` is made or, below 0,
    while the checkpoint after that epoch is being written.
    """
    torch.set_num_threads(1)
    torch.manual_seed(7)
    model = getattr(composition, kind)(WORDS, **KINDS[kind])
    made, written, collate, save = [], [], model.collate, torch.save

    def die():
        os.kill(os.getpid(), signal.SIGKILL)

    def counting(items):
        made.append(len(items))
        if len(made) == kill_at:
            die()
        return collate(items)

    def half(content, path):
        written.append(path)
        if len(written) == -kill_at:
            path.write_bytes(b"half a file")
            die()
        save(content, path)

    model.collate = counting
    how = {"seed": 3, "epochs": 4, "batch_size": 10, "lr": 0.01, "patience": 3, "progress": False}
    with mock.patch.object(torch, "save", half):
        history = training.fit(model, TRAIN, DEV, **how, checkpoint=folder / "run.pt")
    epochs = [(e.number, e.loss, e.dev) for e in history.epochs]
    save({"weights": model.state_dict(), "epochs": epochs, "made": len(made)}, folder / "result.pt")


KINDS = {
    "Lstm": {"hidden": 8, "embedding": 6},
    "DeepCbow": {"hidden": 8, "embedding": 6, "dropout": 0.3, "sparse": True},
}


@pytest.fixture(scope="module")
def child():
    """Run `train` in a process of its own; returns its status. All are forks of one that has torch loaded."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(
        ["pytest", "prpn_edu.composition", "prpn_edu.latent.prpn", "prpn_edu.training"]
    )

    def run(*arguments):
        process = processes.Process(target=train, args=arguments)
        process.start()
        process.join()
        return process.exitcode

    return run


@pytest.mark.parametrize("model", KINDS)
def test_killed_and_started_again_gives_the_same_bits(child, model, tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    whole.mkdir()
    killed.mkdir()
    train(model, whole, NEVER)  # in this process: the others hash their strings otherwise
    wanted = torch.load(whole / "result.pt")
    in_an_epoch = 4 + 1 + 2  # four batches of training and one of dev, then the second of the next epoch
    for kill_at in (in_an_epoch, -2):
        assert child(model, killed, kill_at) == -signal.SIGKILL
        assert [path.name for path in killed.iterdir() if path.is_file()] == ["run.pt"]
    assert child(model, killed, NEVER) == 0
    got = torch.load(killed / "result.pt")
    assert 0 < got["made"] < wanted["made"]  # it did not begin anew
    assert got["epochs"] == wanted["epochs"] and len(got["epochs"]) == 4
    assert got["weights"].keys() == wanted["weights"].keys()
    for name, tensor in wanted["weights"].items():
        assert torch.equal(got["weights"][name], tensor), name


def fit(path, kind=Bow, **changed):
    torch.manual_seed(0)
    model = kind(WORDS)
    how = {"epochs": 3, "batch_size": 10, "checkpoint": path, "progress": False} | changed
    return model, training.fit(model, TRAIN, DEV, **how)


def test_a_finished_training_is_read_back_and_can_be_made_longer(tmp_path):
    path = tmp_path / "new folder" / "run.pt"
    model, history = fit(path)
    again, same = fit(path)
    assert asdict(same) == asdict(history) and torch.equal(again.table, model.table)
    longer, history = fit(path, epochs=5)
    at_once, wanted = fit(tmp_path / "other.pt", epochs=5)
    assert [epoch.loss for epoch in history.epochs] == [epoch.loss for epoch in wanted.epochs]
    assert torch.equal(longer.table, at_once.table)
    seconds = [epoch.cpu_seconds for epoch in history.epochs]
    assert seconds == sorted(seconds)


def test_a_language_model_with_dropout_and_batch_statistics_goes_on_too(tmp_path):
    train, dev = ([tree.leaves() for tree in trees] for trees in (TRAIN, DEV))
    models = []
    for name, stops in (("whole.pt", [2]), ("stopped.pt", [1, 2])):
        for epochs in stops:
            torch.manual_seed(0)
            model = Prpn(build_vocabulary(train), embedding=6, hidden=8)
            training.fit(model, train, dev, epochs=epochs, checkpoint=tmp_path / name, progress=False)
        models.append(model.state_dict())
    assert all(torch.equal(models[0][name], models[1][name]) for name in models[0])


def test_a_training_that_patience_ended_stays_ended(tmp_path):
    for _ in range(2):
        marks = iter([0.3, 0.2, 0.1])
        _, history = fit(tmp_path / "run.pt", epochs=9, patience=2, score=lambda *_, m=marks: next(m))
        assert [epoch.dev for epoch in history.epochs] == [0.3, 0.2, 0.1]


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    path = tmp_path / "run.pt"
    fit(path)
    with pytest.raises(training.CheckpointError, match=r"run\.pt holds a training with lr=0\.002.*lr=0\.1"):
        fit(path, lr=0.1)
    with pytest.raises(training.CheckpointError, match=r"betas=\(0\.9, 0\.999\).*betas=\(0\.0, 0\.999\)"):
        fit(path, betas=(0, 0.999))
    with pytest.raises(training.CheckpointError, match=r"model='Bow'.*model='Lstm'"):
        fit(path, Lstm)
    torch.manual_seed(0)
    with pytest.raises(training.CheckpointError, match="another model"):
        model = Bow(WORDS, classes=6)
        training.fit(model, TRAIN, DEV, epochs=3, batch_size=10, checkpoint=path)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(training.CheckpointError, match=r"damaged.*remove it"):
        fit(path)
    path.write_text(json.dumps({"settings": {}}))
    with pytest.raises(training.CheckpointError, match=r"damaged.*remove it"):
        fit(path)
