"""Checks the wheel that is the only entry of sys.path beside the standard library: archive, records, syntax, import."""

import ast
import base64
import csv
import hashlib
import sys
import zipfile

(path,) = [entry for entry in sys.path if entry.endswith(".whl")]
wheel = zipfile.ZipFile(path)
assert wheel.testzip() is None
names = wheel.namelist()
(info,) = {name.split("/")[0] for name in names if ".dist-info/" in name}
records = list(csv.reader(wheel.read(f"{info}/RECORD").decode().splitlines()))
assert [name for name, _, _ in records] == names, "RECORD names every file"
for name, digest, size in records[:-1]:
    data = wheel.read(name)
    encoded = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    assert (digest, size) == (f"sha256={encoded}", str(len(data))), name
    if name.endswith(".py"):
        ast.parse(data, name, feature_version=(3, 9))
assert records[-1] == [f"{info}/RECORD", "", ""]
assert "botmeter_client/py.typed" in names

import botmeter_client  # noqa: E402

assert botmeter_client.__file__.startswith(path)
assert info == f"botmeter_client-{botmeter_client.__version__}.dist-info"
assert all(getattr(botmeter_client, name) for name in botmeter_client.__all__)
