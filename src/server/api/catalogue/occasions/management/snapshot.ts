import { flag, hundredths, ids, json, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of an occasion: the fields of its form. */
export const occasionSnapshot = ofTable('occasions', {
  educationPartId: value('education_part_id'),
  educationId: value('education_id'),
  title: value('title'),
  description: value('description'),
  startDate: value('starts_at'),
  endDate: value('ends_at'),
  sessions: json('sessions'),
  lastSignUpDate: value('last_sign_up_at'),
  lastCancelDate: value('last_cancel_at'),
  city: value('city'),
  venue: value('venue'),
  address: value('address'),
  onlineUrl: value('online_url'),
  maxParticipants: value('max_participants'),
  fee: hundredths('fee_minor'),
  paymentMethods: json('payment_methods'),
  needsApproval: flag('needs_approval'),
  blockedForExternalUsers: flag('blocked_for_external_users'),
  responsibleIds: ids('occasion_responsibles', 'user_id', 'occasion_id = stored.id'),
  organizerOrganizationId: value('organizer_organization_id'),
  tagId: value('tag_id'),
  customQuestions: json('custom_questions'),
})
