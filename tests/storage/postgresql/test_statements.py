"""Translation of SQL for PostgreSQL."""

import pytest

from bot.storage.postgresql.statements import translate


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("SELECT a FROM t WHERE b = ? AND c = ?", "SELECT a FROM t WHERE b = $1 AND c = $2"),
        ("UPDATE t SET a = ?2 WHERE b = ?1", "UPDATE t SET a = $2 WHERE b = $1"),
        ("SELECT user, t.user FROM t", 'SELECT "user", t."user" FROM t'),
        ("SELECT user_id FROM user_setting", "SELECT user_id FROM user_setting"),
        ("SELECT 'a user? no''t' WHERE b = ?", "SELECT 'a user? no''t' WHERE b = $1"),
        ("SELECT a FROM t INDEXED BY t_a WHERE b", "SELECT a FROM t WHERE b"),
        ("a IS NOT ?2 OR a IS ?1", "a IS DISTINCT FROM $2 OR a IS NOT DISTINCT FROM $1"),
        ("a.b IS NOT c.d", "a.b IS DISTINCT FROM c.d"),
        ("a IS NULL OR b IS NOT NULL", "a IS NULL OR b IS NOT NULL"),
    ],
)
def test_statement_is_translated_outside_of_literals(ours: str, theirs: str) -> None:
    assert translate(ours) == theirs
