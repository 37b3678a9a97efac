"""Tables of topics as files that other programs read."""

import csv
from collections.abc import Callable, Mapping
from pathlib import Path

from simloop.server.files.mistake import FileMistake
from simloop.server.recording.series import TopicTable

TIME = "time_s"


def write_csv(table: TopicTable, path: Path) -> None:
    """Numbers in the shortest form that reads back to the same bits."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow((TIME, *table.fields))
        for time_s, row in zip(table.times_s.tolist(), table.values.tolist(), strict=True):
            writer.writerow((time_s, *row))


def write_parquet(table: TopicTable, path: Path) -> None:
    """Columns of float64, with the topic and its type in the file's metadata."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        fix = "pip install 'simloop[parquet]', or use --to csv"
        raise FileMistake(None, "Parquet needs pyarrow", fix) from None
    columns = {TIME: table.times_s}
    columns |= {field: table.column(field) for field in table.fields}
    made = pyarrow.table(columns)
    about = {"simloop.topic": table.topic, "simloop.type": table.type}
    parquet.write_table(made.replace_schema_metadata(about), path)


WRITERS: Mapping[str, Callable[[TopicTable, Path], None]] = {
    "csv": write_csv,
    "parquet": write_parquet,
}
