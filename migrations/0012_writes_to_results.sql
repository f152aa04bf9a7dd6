-- Everything that a write to education_part_results sets off. SQLite runs triggers of one table and event in the reverse of this order, the
-- last one first; docs/database.md lists them in the order in which they run.

-- A sign-up takes a seat: a full or cancelled occasion refuses it. One that waits for approval holds a seat too.
CREATE TRIGGER results_take_place_insert BEFORE INSERT ON education_part_results
WHEN new.occasion_id IS NOT NULL AND new.canceled = 0
BEGIN
  SELECT raise(ABORT, 'occasion_canceled') FROM occasions WHERE id = new.occasion_id AND canceled_at IS NOT NULL;
  SELECT raise(ABORT, 'occasion_full') FROM occasions
  WHERE id = new.occasion_id AND max_participants IS NOT NULL AND booked_count + reserved_count >= max_participants;
END;

-- A sign-up that is restored or moved takes a seat in the same way.
CREATE TRIGGER results_take_place_update BEFORE UPDATE OF canceled, occasion_id ON education_part_results
WHEN new.occasion_id IS NOT NULL AND new.canceled = 0 AND (old.canceled = 1 OR old.occasion_id IS NOT new.occasion_id)
BEGIN
  SELECT raise(ABORT, 'occasion_canceled') FROM occasions WHERE id = new.occasion_id AND canceled_at IS NOT NULL;
  SELECT raise(ABORT, 'occasion_full') FROM occasions
  WHERE id = new.occasion_id AND max_participants IS NOT NULL AND booked_count + reserved_count >= max_participants;
END;

-- Counts the booked seat of a new sign-up.
CREATE TRIGGER results_count_insert AFTER INSERT ON education_part_results
WHEN new.occasion_id IS NOT NULL AND new.canceled = 0
BEGIN
  UPDATE occasions SET booked_count = booked_count + 1 WHERE id = new.occasion_id;
END;

-- Frees the seat of a deleted sign-up.
CREATE TRIGGER results_count_delete AFTER DELETE ON education_part_results
WHEN old.occasion_id IS NOT NULL AND old.canceled = 0
BEGIN
  UPDATE occasions SET booked_count = booked_count - 1 WHERE id = old.occasion_id;
END;

-- Frees the seat of a cancelled or moved sign-up and counts that of a restored or moved one.
CREATE TRIGGER results_count_update AFTER UPDATE OF canceled, occasion_id ON education_part_results
WHEN old.canceled IS NOT new.canceled OR old.occasion_id IS NOT new.occasion_id
BEGIN
  UPDATE occasions SET booked_count = booked_count - 1 WHERE id = old.occasion_id AND old.canceled = 0;
  UPDATE occasions SET booked_count = booked_count + 1 WHERE id = new.occasion_id AND new.canceled = 0;
END;

-- A completed result has a time of completion; code that takes a completion back clears the time explicitly.
CREATE TRIGGER results_completed_needs_time BEFORE UPDATE OF completed ON education_part_results
WHEN new.completed = 1 AND new.completed_at IS NULL
BEGIN
  SELECT raise(ABORT, 'result_completed_without_time');
END;

-- A sign-up to an exam takes a seat: a full or cancelled exam refuses it.
CREATE TRIGGER results_take_exam_place_insert BEFORE INSERT ON education_part_results
WHEN new.practical_driver_exam_id IS NOT NULL AND new.canceled = 0
BEGIN
  SELECT raise(ABORT, 'occasion_canceled') FROM driver_exams WHERE id = new.practical_driver_exam_id AND canceled_at IS NOT NULL;
  SELECT raise(ABORT, 'occasion_full') FROM driver_exams x
  WHERE x.id = new.practical_driver_exam_id AND x.max_participants IS NOT NULL AND x.max_participants <= (
    SELECT count(*) FROM education_part_results r WHERE r.practical_driver_exam_id = x.id AND r.canceled = 0);
END;

-- A sign-up that is restored or moved to an exam takes a seat in the same way.
CREATE TRIGGER results_take_exam_place_update BEFORE UPDATE OF canceled, practical_driver_exam_id ON education_part_results
WHEN new.practical_driver_exam_id IS NOT NULL AND new.canceled = 0
  AND (old.canceled = 1 OR old.practical_driver_exam_id IS NOT new.practical_driver_exam_id)
BEGIN
  SELECT raise(ABORT, 'occasion_canceled') FROM driver_exams WHERE id = new.practical_driver_exam_id AND canceled_at IS NOT NULL;
  SELECT raise(ABORT, 'occasion_full') FROM driver_exams x
  WHERE x.id = new.practical_driver_exam_id AND x.max_participants IS NOT NULL AND x.max_participants <= (
    SELECT count(*) FROM education_part_results r WHERE r.practical_driver_exam_id = x.id AND r.canceled = 0);
END;

-- A confirmed sign-up to an exam has the adult that a young driver needs. Where none is given the driver's own id is compared, which is
-- always a missing adult.
CREATE TRIGGER results_exam_guardian_insert BEFORE INSERT ON education_part_results
WHEN new.practical_driver_exam_id IS NOT NULL AND new.canceled = 0 AND (new.completed = 1 OR new.signed_up_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'guardian_required') FROM driver_exam_guardians_missing
  WHERE driver_exam_id = new.practical_driver_exam_id AND user_id = new.user_id
    AND guardian_user_id = coalesce(new.guardian_user_id, new.user_id);
END;

-- The adult is required of each change that leaves the sign-up confirmed or passed.
CREATE TRIGGER results_exam_guardian_update
BEFORE UPDATE OF completed, signed_up_at, guardian_user_id, canceled, practical_driver_exam_id ON education_part_results
WHEN new.practical_driver_exam_id IS NOT NULL AND new.canceled = 0 AND (new.completed = 1 OR new.signed_up_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'guardian_required') FROM driver_exam_guardians_missing
  WHERE driver_exam_id = new.practical_driver_exam_id AND user_id = new.user_id
    AND guardian_user_id = coalesce(new.guardian_user_id, new.user_id);
END;

-- The exam protocol goes with the result that it is about.
CREATE TRIGGER results_protocol_delete AFTER DELETE ON education_part_results
WHEN old.practical_driver_exam_id IS NOT NULL
BEGIN
  DELETE FROM driver_exam_protocols WHERE result_id = old.id;
END;

-- A person's sequence number is the occasion's plus up to three of the sign-up, so a deleted sign-up raises the occasion by three.
CREATE TRIGGER results_calendar_removed AFTER DELETE ON education_part_results
WHEN old.occasion_id IS NOT NULL
BEGIN
  UPDATE occasions SET calendar_sequence = calendar_sequence + 3 WHERE id = old.occasion_id;
END;

-- A sign-up that leaves for another occasion raises the old one by three for the same reason.
CREATE TRIGGER results_calendar_moved AFTER UPDATE OF occasion_id ON education_part_results
WHEN old.occasion_id IS NOT NULL AND old.occasion_id IS NOT new.occasion_id
BEGIN
  UPDATE occasions SET calendar_sequence = calendar_sequence + 3 WHERE id = old.occasion_id;
END;

-- A restored sign-up loses the number of its cancellation, so the occasion is raised by two.
CREATE TRIGGER results_calendar_restored AFTER UPDATE OF canceled ON education_part_results
WHEN old.occasion_id IS NOT NULL AND old.canceled = 1 AND new.canceled = 0
BEGIN
  UPDATE occasions SET calendar_sequence = calendar_sequence + 2 WHERE id = new.occasion_id;
END;

-- A sign-up that somebody is paying for is created by that payment alone, and an education's fee is charged once.
CREATE TRIGGER results_not_while_paying BEFORE INSERT ON education_part_results
WHEN new.canceled = 0
BEGIN
  SELECT raise(ABORT, 'payment_under_way') FROM payment_holds
  WHERE user_id = new.user_id
    AND (education_part_id = new.education_part_id OR (education_id = new.education_id AND new.fee_at_sign_up_minor > 0));
END;

-- The id of a deleted result may be used again, so comments are deleted and a submission is detached until the daily sweep has deleted its
-- files.
CREATE TRIGGER results_removed AFTER DELETE ON education_part_results
BEGIN
  DELETE FROM comments WHERE education_part_result_id = old.id;
  UPDATE submissions SET education_part_result_id = -id WHERE education_part_result_id = old.id;
END;

-- A deleted sign-up raises the sequence number of the exam by three.
CREATE TRIGGER results_exam_calendar_removed AFTER DELETE ON education_part_results
WHEN old.practical_driver_exam_id IS NOT NULL
BEGIN
  UPDATE driver_exams SET calendar_sequence = calendar_sequence + 3 WHERE id = old.practical_driver_exam_id;
END;

-- A restored sign-up raises the sequence number of the exam by two.
CREATE TRIGGER results_exam_calendar_restored AFTER UPDATE OF canceled ON education_part_results
WHEN old.practical_driver_exam_id IS NOT NULL AND old.canceled = 1 AND new.canceled = 0
BEGIN
  UPDATE driver_exams SET calendar_sequence = calendar_sequence + 2 WHERE id = new.practical_driver_exam_id;
END;

-- Counts a sign-up of the occasion without attendance.
CREATE TRIGGER results_unsettled_insert AFTER INSERT ON education_part_results
WHEN new.occasion_id IS NOT NULL AND new.canceled = 0 AND new.completed = 0 AND new.attended IS NULL
BEGIN
  UPDATE occasions SET unsettled_count = unsettled_count + 1 WHERE id = new.occasion_id;
END;

-- No longer counts a deleted sign-up.
CREATE TRIGGER results_unsettled_delete AFTER DELETE ON education_part_results
WHEN old.occasion_id IS NOT NULL AND old.canceled = 0 AND old.completed = 0 AND old.attended IS NULL
BEGIN
  UPDATE occasions SET unsettled_count = unsettled_count - 1 WHERE id = old.occasion_id;
END;

-- Adjusts the count when a sign-up is moved, cancelled, completed or gets attendance.
CREATE TRIGGER results_unsettled_update AFTER UPDATE OF occasion_id, canceled, completed, attended ON education_part_results
WHEN old.occasion_id IS NOT new.occasion_id
  OR (old.canceled = 0 AND old.completed = 0 AND old.attended IS NULL)
    <> (new.canceled = 0 AND new.completed = 0 AND new.attended IS NULL)
BEGIN
  UPDATE occasions SET unsettled_count = unsettled_count - 1
  WHERE id = old.occasion_id AND old.canceled = 0 AND old.completed = 0 AND old.attended IS NULL;
  UPDATE occasions SET unsettled_count = unsettled_count + 1
  WHERE id = new.occasion_id AND new.canceled = 0 AND new.completed = 0 AND new.attended IS NULL;
END;

-- A cancelled sign-up that was paid leaves a refund of the part of the payment that has not been refunded.
CREATE TRIGGER results_refund_canceled AFTER UPDATE OF canceled ON education_part_results
WHEN new.canceled = 1 AND old.canceled = 0 AND new.payment_id IS NOT NULL AND new.fee_at_sign_up_minor > 0
BEGIN
  INSERT INTO payment_refunds (payment_id, result_id, amount_minor, reason, created_at)
  SELECT new.payment_id, new.id, min(new.fee_at_sign_up_minor, p.left_minor), 'canceled', new.changed_at
  FROM (SELECT amount_minor - (SELECT coalesce(sum(f.amount_minor), 0) FROM payment_refunds f
    WHERE f.payment_id = payments.id) AS left_minor FROM payments WHERE id = new.payment_id) p
  WHERE p.left_minor > 0
  ON CONFLICT DO NOTHING;
END;

-- A deleted sign-up that was paid leaves the same refund.
CREATE TRIGGER results_refund_deleted AFTER DELETE ON education_part_results
WHEN old.canceled = 0 AND old.payment_id IS NOT NULL AND old.fee_at_sign_up_minor > 0
BEGIN
  INSERT INTO payment_refunds (payment_id, result_id, amount_minor, reason, created_at)
  SELECT old.payment_id, old.id, min(old.fee_at_sign_up_minor, p.left_minor), 'canceled',
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM (SELECT amount_minor - (SELECT coalesce(sum(f.amount_minor), 0) FROM payment_refunds f
    WHERE f.payment_id = payments.id) AS left_minor FROM payments WHERE id = old.payment_id) p
  WHERE p.left_minor > 0
  ON CONFLICT DO NOTHING;
END;

-- A restored sign-up is still paid: a refund that was not sent is withdrawn, one that was sent or made refuses the restoration.
CREATE TRIGGER results_paid_back_stay BEFORE UPDATE OF canceled ON education_part_results
WHEN new.canceled = 0 AND old.canceled = 1 AND old.payment_id IS NOT NULL
BEGIN
  SELECT raise(ABORT, 'payment_refunded') FROM payment_refunds
  WHERE payment_id = old.payment_id AND result_id = old.id AND state IN (1, 2);
  SELECT raise(ABORT, 'payment_refunded') FROM payments WHERE id = old.payment_id AND status = 5;
  DELETE FROM payment_refunds WHERE payment_id = old.payment_id AND result_id = old.id AND state IN (0, 3);
END;

-- A sign-up that is created as cancelled has a time of cancellation.
CREATE TRIGGER results_canceled_insert AFTER INSERT ON education_part_results
WHEN new.canceled = 1 AND new.canceled_at IS NULL
BEGIN
  UPDATE education_part_results SET canceled_at = new.changed_at WHERE id = new.id;
END;

-- A cancellation gets its time and is judged: it remains due when it came after the last moment to cancel, or after an exam that took
-- place.
CREATE TRIGGER results_canceled_update AFTER UPDATE OF canceled ON education_part_results
WHEN new.canceled <> old.canceled
BEGIN
  UPDATE education_part_results SET
    canceled_at = CASE WHEN new.canceled = 1 THEN new.changed_at END,
    canceled_due = new.canceled = 1 AND new.signed_up_at IS NOT NULL AND (
      EXISTS (SELECT 1 FROM occasions o WHERE o.id = new.occasion_id AND o.canceled_at IS NULL
        AND new.changed_at > min(coalesce(o.last_cancel_at, o.last_sign_up_at, o.starts_at), o.starts_at))
      OR EXISTS (SELECT 1 FROM driver_exams x WHERE x.id = new.practical_driver_exam_id AND x.canceled_at IS NULL
        AND (new.attended = 1 OR new.changed_at > x.starts_at)))
  WHERE id = new.id;
END;

-- A person who signs up again after a late cancellation pays for one seat.
CREATE TRIGGER results_again_insert AFTER INSERT ON education_part_results
WHEN new.canceled = 0 AND (new.occasion_id IS NOT NULL OR new.practical_driver_exam_id IS NOT NULL)
BEGIN
  UPDATE education_part_results SET canceled_due = 0
  WHERE user_id = new.user_id AND education_part_id = new.education_part_id AND canceled_due = 1 AND attended IS NOT 1
    AND (occasion_id = new.occasion_id OR practical_driver_exam_id = new.practical_driver_exam_id);
END;

-- A person whose sign-up is restored or moved there pays for one seat.
CREATE TRIGGER results_again_update AFTER UPDATE OF canceled, occasion_id, practical_driver_exam_id ON education_part_results
WHEN new.canceled = 0 AND (new.occasion_id IS NOT NULL OR new.practical_driver_exam_id IS NOT NULL)
BEGIN
  UPDATE education_part_results SET canceled_due = 0
  WHERE user_id = new.user_id AND education_part_id = new.education_part_id AND canceled_due = 1 AND attended IS NOT 1
    AND (occasion_id = new.occasion_id OR practical_driver_exam_id = new.practical_driver_exam_id) AND id <> new.id;
END;

-- A sign-up to a digital part enters the standings.
CREATE TRIGGER standings_signed_up AFTER INSERT ON education_part_results
WHEN EXISTS (SELECT 1 FROM education_parts p WHERE p.id = new.education_part_id AND p.type = 1)
BEGIN
  INSERT INTO course_sign_ups VALUES (new.user_id, new.education_part_id);
END;

-- A changed sign-up updates the standings of the person in both parts.
CREATE TRIGGER standings_changed AFTER UPDATE OF user_id, education_part_id, completed, completed_at, canceled ON education_part_results
WHEN EXISTS (SELECT 1 FROM education_parts p WHERE p.id IN (old.education_part_id, new.education_part_id) AND p.type = 1)
BEGIN
  INSERT INTO course_sign_ups VALUES (new.user_id, new.education_part_id);
  INSERT INTO course_sign_ups SELECT old.user_id, old.education_part_id
    WHERE old.user_id <> new.user_id OR old.education_part_id <> new.education_part_id;
END;

-- A deleted sign-up leaves the standings, or an earlier one takes its place.
CREATE TRIGGER standings_removed AFTER DELETE ON education_part_results
WHEN EXISTS (SELECT 1 FROM education_parts p WHERE p.id = old.education_part_id AND p.type = 1)
BEGIN
  INSERT INTO course_sign_ups VALUES (old.user_id, old.education_part_id);
END;

-- An erased person gets no sign-ups.
CREATE TRIGGER results_not_of_erased BEFORE INSERT ON education_part_results
WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND erased_at IS NOT NULL)
BEGIN
  SELECT raise(ABORT, 'person_erased');
END;
