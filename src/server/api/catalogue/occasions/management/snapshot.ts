import {
  amountColumn,
  booleanColumn,
  jsonColumn,
  linkedIds,
  tableSnapshot,
  valueColumn,
} from '#api/foundation/audit/edits/snapshot.ts'

/** The organiser's own link. That of the portal's meeting opens it, and is kept out of the log. */
const ownLink = `iif(exists (select 1 from occasion_meetings kept
  where kept.occasion_id = stored.id and kept.removal_requested_at is null), 'null', json_quote(stored.online_url))`

/** Audit snapshot of an occasion: the fields of its form. */
export const occasionSnapshot = tableSnapshot('occasions', {
  educationPartId: valueColumn('education_part_id'),
  educationId: valueColumn('education_id'),
  title: valueColumn('title'),
  description: valueColumn('description'),
  startDate: valueColumn('starts_at'),
  endDate: valueColumn('ends_at'),
  sessions: jsonColumn('sessions'),
  lastSignUpDate: valueColumn('last_sign_up_at'),
  lastCancelDate: valueColumn('last_cancel_at'),
  city: valueColumn('city'),
  venue: valueColumn('venue'),
  address: valueColumn('address'),
  onlineUrl: ownLink,
  maxParticipants: valueColumn('max_participants'),
  fee: amountColumn('fee_minor'),
  paymentMethods: jsonColumn('payment_methods'),
  needsApproval: booleanColumn('needs_approval'),
  blockedForExternalUsers: booleanColumn('blocked_for_external_users'),
  responsibleIds: linkedIds('occasion_responsibles', 'user_id', 'occasion_id = stored.id'),
  organizerOrganizationId: valueColumn('organizer_organization_id'),
  tagId: valueColumn('tag_id'),
  customQuestions: jsonColumn('custom_questions'),
})
