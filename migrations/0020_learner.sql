-- A guardian's sign-up by invoice takes over the seat that the child's request holds, without the seat being free in between.

DROP TRIGGER results_not_while_paying;
DROP TRIGGER results_take_offered_seat;

-- Seats that are held by children's requests to their guardians that have ended. They exist only within a commit: it gives them to the
-- guardian's payment or sign-up, or deletes them.
CREATE VIEW seats_of_ended_requests AS
SELECT h.payment_id, h.user_id, h.occasion_id FROM payment_holds h JOIN payments p ON p.id = h.payment_id
WHERE p.status = 4 AND p.requested_by_user_id = h.user_id;

-- While a seat is held for a payment, the same person is not signed up for it by other means. A request that the commit has ended
-- does not count.
CREATE TRIGGER results_not_while_paying BEFORE INSERT ON education_part_results
WHEN new.canceled = 0
BEGIN
  SELECT raise(ABORT, 'payment_under_way') FROM payment_holds
  WHERE user_id = new.user_id
    AND (education_part_id = new.education_part_id OR (education_id = new.education_id AND new.fee_at_sign_up_minor > 0))
    AND payment_id NOT IN (SELECT payment_id FROM seats_of_ended_requests WHERE user_id = new.user_id);
END;

-- A free seat goes to the first party in the queue that it is enough for, unless an organiser signs somebody up, the seat has been paid
-- for, or an ended request of the person holds it. The person's own place in the queue, and its offered or requested seat, are exchanged
-- for the sign-up.
CREATE TRIGGER results_take_offered_seat BEFORE INSERT ON education_part_results
WHEN new.occasion_id IS NOT NULL AND new.canceled = 0
BEGIN
  SELECT raise(ABORT, 'occasion_full') FROM waiting_seats s JOIN waiting_fitting f ON f.entry_id = s.entry_id
  WHERE s.occasion_id = new.occasion_id AND new.approved_by_user_id IS NULL AND new.payment_id IS NULL AND NOT EXISTS (
    SELECT 1 FROM waiting_seats own
    WHERE own.occasion_id = new.occasion_id AND own.user_id = new.user_id AND own.offered > 0
  ) AND NOT EXISTS (
    SELECT 1 FROM seats_of_ended_requests requested
    WHERE requested.occasion_id = new.occasion_id AND requested.user_id = new.user_id);
  DELETE FROM waiting_seats WHERE occasion_id = new.occasion_id AND user_id = new.user_id;
  DELETE FROM payment_holds WHERE occasion_id = new.occasion_id AND user_id = new.user_id
    AND payment_id IN (SELECT payment_id FROM seats_of_ended_requests WHERE user_id = new.user_id);
END;
