import { flag, hundredths, ids, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of an exam: the fields of its form. */
export const driverExamSnapshot = ofTable('driver_exams', {
  educationPartId: value('education_part_id'),
  educationId: value('education_id'),
  title: value('title'),
  description: value('description'),
  startDate: value('starts_at'),
  endDate: value('ends_at'),
  lastSignUpDate: value('last_sign_up_at'),
  city: value('city'),
  venue: value('venue'),
  address: value('address'),
  examinerId: value('examiner_id'),
  responsibleIds: ids('driver_exam_responsibles', 'user_id', 'driver_exam_id = stored.id'),
  maxParticipants: value('max_participants'),
  fee: hundredths('fee_minor'),
  guardianAge: value('guardian_age'),
  blockedForExternalUsers: flag('blocked_for_external_users'),
})
