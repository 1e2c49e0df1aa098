"""What some trainings of one recipe say together: their mean, and how far other seeds could move it.

Nothing is imported. The scores of the seeds 1 to 10 are those of `results/wsj-prpn.json` and
`results/wsj-tape.json`, those of the seeds 11 to 16 of `results/wsj-words.json`; a test compares them.
"""

RIGHT = 58.60  # sentence F1 x 100 of right-branching, on the same sentences
SCORES = {
    "attention only": [
        55.88,
        48.8,
        48.87,
        52.59,
        47.17,
        49.58,
        49.61,
        54.32,
        55.18,
        48.72,
        50.11,
        48.11,
        49.17,
        44.86,
        47.25,
        53.11,
    ],
    "with tape": [
        66.76,
        59.92,
        48.71,
        54.16,
        60.25,
        57.94,
        60.55,
        54.62,
        61.78,
        60.04,
        55.7,
        54.19,
        52.46,
        63.88,
        45.3,
        62.43,
    ],
}
# 97.5 % of Student's t, by the number of seeds: 2, 3, ..., 20.
STUDENT = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228]
STUDENT += [2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093]


def explore(form, seeds):
    """Everything that the explorer shows of some seeds.

    Args:
        form: a key of `SCORES`.
        seeds: different numbers from 1 on, one or more.
    Returns:
        "scores", one a seed; "mean"; "sd" and "half", the standard deviation and half of the 95 % interval of
        the mean over seeds, None for a single seed; "verdict", one of "above", "below" and "open": whether
        the interval lies on one side of right-branching.
    """
    scores = [SCORES[form][seed - 1] for seed in seeds]
    mean, sd, half = sum(scores) / len(scores), None, None
    if len(scores) > 1:
        sd = (sum((x - mean) ** 2 for x in scores) / (len(scores) - 1)) ** 0.5
        half = STUDENT[len(scores) - 2] * sd / len(scores) ** 0.5
    verdict = "open"
    if half is not None and abs(mean - RIGHT) > half:
        verdict = "above" if mean > RIGHT else "below"
    return {"scores": scores, "mean": mean, "sd": sd, "half": half, "verdict": verdict}
