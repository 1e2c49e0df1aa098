"""Trees from what spans look like: word classes, and tables that learn from a parser's trees."""

from prpn_edu.latent.spans.classes import WordClasses, learn_classes
from prpn_edu.latent.spans.split_counts import count_split, split_spans
from prpn_edu.latent.spans.tables import SpanCounts, SpanTables, count_spans, fit_tables

__all__ = [
    "SpanCounts",
    "SpanTables",
    "WordClasses",
    "count_spans",
    "count_split",
    "fit_tables",
    "learn_classes",
    "split_spans",
]
