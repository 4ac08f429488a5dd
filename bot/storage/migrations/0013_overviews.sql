-- An overview says until when there is time, which is known once somebody was seen to be called.
CREATE TRIGGER overview_called AFTER UPDATE OF began, unseen ON call
WHEN old.began IS NOT new.began OR old.unseen IS NOT new.unseen BEGIN
    UPDATE overview SET changes = changes + 1
        WHERE guild = (SELECT guild FROM match WHERE id = new.match);
END;
