"""Examples that are quoted from tests have the indentation of the test; the site shows them without."""

import re
import textwrap

BLOCK = re.compile(r"^```java\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def on_page_markdown(markdown, **_):
    return BLOCK.sub(lambda block: "```java\n" + textwrap.dedent(block.group(1)) + "```", markdown)
