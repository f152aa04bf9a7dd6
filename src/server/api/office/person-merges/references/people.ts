import { type AreaReferences, byId, derived, once, stays } from './rules.ts'

const notOfEachOther = 'adult_user_id not in (:from, :into) or child_user_id not in (:from, :into)'

/** Accounts, memberships, roles, guardians and requests of people. */
export const peopleReferences = {
  users: {
    merged_into: byId,
  },
  user_organizations: {
    user_id: {
      handling: 'moves',
      key: 'organization_id',
      watched: 'from_on to_on',
      unique: [
        {
          columns: 'organization_id',
          stronger: "coalesce(other.to_on, '9999') > coalesce(own.to_on, '9999')",
        },
      ],
    },
  },
  branch_members: {
    user_id: derived,
  },
  person_notes: {
    user_id: byId,
    author_user_id: stays,
  },
  // The closed account keeps its reason.
  account_closures: {
    user_id: stays,
    closed_by_user_id: stays,
  },
  user_roles: {
    user_id: once('role'),
  },
  role_extensions: {
    user_id: once('role kind reference_id'),
  },
  favorite_categories: {
    user_id: once('education_category_id'),
  },
  guardian_links: {
    adult_user_id: {
      handling: 'moves',
      key: 'id',
      unique: [{ columns: 'child_user_id', stronger: 'other.confirmed_at is not null and own.confirmed_at is null' }],
    },
    child_user_id: {
      handling: 'moves',
      key: 'id',
      unique: [{ columns: 'adult_user_id', stronger: 'other.confirmed_at is not null and own.confirmed_at is null' }],
    },
    created_by_user_id: stays,
    confirmed_by_user_id: stays,
  },
  guardian_requests: {
    adult_user_id: {
      handling: 'moves',
      key: 'id',
      unique: [{ columns: 'child_user_id' }],
      where: notOfEachOther,
    },
    child_user_id: {
      handling: 'moves',
      key: 'id',
      unique: [{ columns: 'adult_user_id' }],
      where: notOfEachOther,
    },
  },
  overview_views: {
    user_id: { handling: 'moves', key: 'id', unique: [{ columns: 'name' }] },
  },
  report_schedules: {
    user_id: byId,
  },
  report_receivers: {
    user_id: once('schedule_id'),
  },
  report_deliveries: {
    user_id: once('schedule_id period'),
  },
  saved_views: {
    user_id: { handling: 'moves', key: 'id', unique: [{ columns: 'list name' }] },
  },
  account_requests: {
    user_id: stays,
    guardian_user_id: stays,
    settled_by_user_id: stays,
  },
  membership_requests: {
    user_id: {
      handling: 'moves',
      key: 'id',
      watched: 'decided_at',
      unique: [{ columns: 'organization_id', where: 'row.decided_at is null' }],
    },
    decided_by_user_id: stays,
  },
  integration_people: {
    user_id: { handling: 'moves', key: 'account_id external_id', unique: [{ columns: 'account_id' }] },
  },
  provisioning_people: {
    user_id: {
      handling: 'moves',
      key: 'id',
      unique: [{ columns: 'account_id', where: 'row.removed_at is null' }],
    },
  },
  register_people: {
    user_id: { handling: 'moves', key: 'external_id' },
  },
  register_rows: {
    user_id: { handling: 'moves', key: 'run_id external_id' },
  },
  member_import_batches: {
    uploaded_by_user_id: byId,
  },
  member_import_checks: {
    uploader_user_id: stays,
  },
  member_import_rows: {
    // An undo of the import would otherwise remove the account of the person who stays.
    user_id: stays,
  },
  erasure_requests: {
    user_id: stays,
    requested_by_user_id: stays,
    decided_by_user_id: stays,
  },
  protected_identities: {
    user_id: stays,
    protected_by_user_id: stays,
  },
  profile_views: {
    reader_user_id: stays,
    person_user_id: stays,
  },
  person_merges: {
    from_user_id: stays,
    into_user_id: stays,
    merged_by_user_id: stays,
    undone_by_user_id: stays,
  },
  dismissed_duplicates: {
    user_id: stays,
    other_user_id: stays,
    marked_by_user_id: stays,
  },
} as const satisfies AreaReferences
