import {
  amountColumn,
  booleanColumn,
  linkedIds,
  tableSnapshot,
  valueColumn,
} from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of an exam: the fields of its form. */
export const driverExamSnapshot = tableSnapshot('driver_exams', {
  educationPartId: valueColumn('education_part_id'),
  educationId: valueColumn('education_id'),
  title: valueColumn('title'),
  description: valueColumn('description'),
  startDate: valueColumn('starts_at'),
  endDate: valueColumn('ends_at'),
  lastSignUpDate: valueColumn('last_sign_up_at'),
  city: valueColumn('city'),
  venue: valueColumn('venue'),
  address: valueColumn('address'),
  examinerId: valueColumn('examiner_id'),
  responsibleIds: linkedIds('driver_exam_responsibles', 'user_id', 'driver_exam_id = stored.id'),
  maxParticipants: valueColumn('max_participants'),
  fee: amountColumn('fee_minor'),
  guardianAge: valueColumn('guardian_age'),
  blockedForExternalUsers: booleanColumn('blocked_for_external_users'),
})
