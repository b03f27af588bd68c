"""Writes the reference values of `rtbench compare`, by scipy and statsmodels: neither is what it uses.

Run by hand when a vector is added:
`pip install scipy statsmodels && python3 bench/client/tests/vectors/make_two_samples.py`.
The modules of `src/compare/` are held to the file that it writes.
"""

import json
import pathlib
import random

import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.multitest import multipletests

FILE = pathlib.Path(__file__).parent / "two_samples.json"
CONFIDENCES = [0.9, 0.95, 0.99]
EXACT_UP_TO = 20

random.seed(20260102)


def normal(n, mean, deviation):
    return [round(random.gauss(mean, deviation), 3) for _ in range(n)]


SAMPLES = {
    "five iterations, far apart": (normal(5, 0.31, 0.01), normal(5, 0.4, 0.02)),
    "five iterations, much the same": (normal(5, 98.0, 2.0), normal(5, 98.5, 2.0)),
    "unequal spreads and sizes": (normal(4, 12.0, 0.1), normal(10, 14.0, 5.0)),
    "more in the first": (normal(9, 5.0, 1.0), normal(3, 4.0, 1.0)),
    "two each": ([1.0, 2.0], [2.5, 2.75]),
    "one without spread": ([3.0, 3.0, 3.0], [3.5, 3.75, 4.0]),
    "ties": ([20.0, 20.1, 20.1, 20.3, 20.0], [20.1, 20.4, 20.4, 20.3, 20.6]),
    "as many as the exact distribution serves": (normal(10, 50.0, 8.0), normal(10, 58.0, 8.0)),
    "more than the exact distribution serves": (normal(15, 50.0, 8.0), normal(12, 58.0, 8.0)),
}

P_VALUES = [
    [0.01, 0.04, 0.03, 0.005],
    [0.5, 0.9],
    [0.02],
    [0.001, 0.001, 0.2, 0.04, 0.8],
    [0.0, 1.0, 0.0125],
]


ORDERS = [
    ([1.0, 2.0, 3.0, 4.0], [1.0, 3.0, 2.0, 4.0]),
    ([5.2, 1.1, 9.4, 2.0, 7.7], [4.0, 3.0, 2.0, 1.0, 0.5]),
    ([1.0, 1.0, 2.0, 3.0, 3.0, 3.0], [2.0, 1.0, 2.0, 5.0, 4.0, 4.0]),
]


def vector(about, a, b):
    welch = stats.ttest_ind(b, a, equal_var=False)
    intervals = [welch.confidence_interval(confidence) for confidence in CONFIDENCES]
    ties = len(set(a + b)) < len(a + b)
    method = "asymptotic" if ties or len(a) + len(b) > EXACT_UP_TO else "exact"
    return {
        "about": about, "a": a, "b": b,
        "welch": {
            "p_value": welch.pvalue, "degrees_of_freedom": welch.df,
            "intervals": [{"confidence": confidence, "low": interval.low, "high": interval.high}
                          for confidence, interval in zip(CONFIDENCES, intervals)],
        },
        "mann_whitney": {"method": method, "p_value": stats.mannwhitneyu(a, b, method=method).pvalue},
    }


FILE.write_text(json.dumps({
    "made_by": f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}",
    "samples": [vector(about, a, b) for about, (a, b) in SAMPLES.items()],
    "spearman": [{"a": a, "b": b, "correlation": stats.spearmanr(a, b).statistic} for a, b in ORDERS],
    "holm": [{"p_values": p_values, "adjusted": multipletests(p_values, method="holm")[1].tolist()}
             for p_values in P_VALUES],
}, indent=1) + "\n")
