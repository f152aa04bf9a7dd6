import { type AreaReferences, byId, once, stays } from './rules.ts'

const lastDayOfChain = (person: 'other' | 'own') =>
  `(select max(case when chain.revoked_on is null then coalesce(chain.valid_to_on, '9999') else '' end) from {table} chain
    where chain.user_id = ${person}.user_id and chain.license_id = ${person}.license_id)`

/**
 * SQL condition: somebody has revoked the newest cycle of the chain. A licence that was given again afterwards is not
 * revoked, and neither is one that the portal has withdrawn: passing again issues it.
 */
const isRevoked = (person: 'other' | 'own') =>
  `(select cycle.revoked_by_user_id is not null from {table} cycle where cycle.user_id = ${person}.user_id
    and cycle.license_id = ${person}.license_id order by cycle.cycle_number desc limit 1)`

/** SQL: a revocation of either person beats a valid licence; else the chain that ends later beats the other. */
const strongerLicense = `case when ${isRevoked('own')} then 0 when ${isRevoked('other')} then 1
  else ${lastDayOfChain('other')} > ${lastDayOfChain('own')} end`

/** Bookings, results, licences, certificates and duties. Bookings move after `settle-bookings.ts`. */
export const learningReferences = {
  education_part_results: {
    user_id: {
      handling: 'moves',
      key: 'id',
      watched:
        'completed completed_at canceled attended occasion_id practical_driver_exam_id payment_id score fee_at_sign_up_minor education_fee_minor changed_at',
    },
    guardian_user_id: stays,
    approved_by_user_id: stays,
    registered_by_user_id: stays,
  },
  education_results: {
    user_id: {
      handling: 'moves',
      key: 'id',
      watched: 'completed completed_at valid_to_on verification_code',
      unique: [
        { columns: 'education_id', where: 'row.completed = 0' },
        { columns: 'education_id completed_at', where: 'row.completed = 1' },
      ],
    },
    registered_by_user_id: stays,
  },
  certificates: {
    user_id: stays,
  },
  certificate_shares: {
    user_id: stays,
  },
  // The codes of both records stay valid, and lead to the person who stays.
  cv_codes: {
    user_id: stays,
  },
  certificate_reminders: {
    user_id: { handling: 'moves', key: 'education_result_id valid_to_on days_before' },
  },
  submissions: {
    user_id: { handling: 'moves', key: 'id', watched: 'status version' },
    assignee_id: byId,
    status_changed_by_user_id: stays,
  },
  comments: {
    user_id: byId,
  },
  driver_exam_protocols: {
    examiner_id: stays,
  },
  driver_exams: {
    examiner_id: byId,
  },
  driver_exam_responsibles: {
    user_id: once('driver_exam_id'),
  },
  occasion_responsibles: {
    user_id: once('occasion_id'),
  },
  occasion_meetings: {
    requested_by_user_id: stays,
  },
  meeting_attendees: {
    user_id: once('meeting_id'),
  },
  education_responsibles: {
    user_id: once('education_id'),
  },
  education_part_responsibles: {
    user_id: once('education_part_id'),
  },
  educations: {
    contact_user_id: byId,
  },
  education_watches: {
    user_id: once('education_id'),
  },
  education_invitations: {
    user_id: {
      handling: 'moves',
      key: 'id',
      watched: 'answered_at withdrawn_at',
      unique: [{ columns: 'education_id' }],
    },
    invited_by_user_id: byId,
  },
  waiting_entries: {
    user_id: { handling: 'moves', key: 'id', watched: 'state' },
  },
  waiting_seats: {
    user_id: { handling: 'moves', key: 'occasion_id' },
  },
  place_reminders: {
    user_id: once('kind place_id'),
  },
  educator_material_completions: {
    user_id: once('educator_material_id'),
  },
  user_licenses: {
    user_id: {
      handling: 'moves',
      key: 'id',
      watched: 'revoked_on succeeded_on',
      unique: [
        {
          columns: 'license_id',
          stronger: strongerLicense,
          revoked: `${isRevoked('own')} <> ${isRevoked('other')}`,
        },
      ],
    },
    issued_by_user_id: stays,
    revoked_by_user_id: stays,
  },
  license_goals: {
    user_id: { handling: 'moves', key: 'id', unique: [{ columns: 'license_id' }] },
  },
  other_requirement_results: {
    user_id: {
      handling: 'moves',
      key: 'id',
      watched: 'completed valid_to_on',
      unique: [{ columns: 'other_requirement_id completed_on' }],
    },
    registered_by_user_id: stays,
  },
  reported_activities: {
    user_id: {
      handling: 'moves',
      key: 'id',
      watched: 'state amount_hundredths',
      unique: [
        {
          columns: 'outside_activity_id done_on',
          where: 'row.state <> 2',
          stronger: 'other.state = 1 and own.state = 0',
        },
      ],
    },
    decided_by_user_id: stays,
  },
  import_batches: {
    uploaded_by_user_id: {
      handling: 'moves',
      key: 'id',
      unique: [{ columns: '', where: 'row.status in (0, 1, 5)' }],
    },
  },
  import_rows: {
    user_id: { handling: 'moves', key: 'batch_id row_number' },
  },
} as const satisfies AreaReferences
