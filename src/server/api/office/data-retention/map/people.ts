import { withUserWords } from '#api/people/users/rules.ts'
import { erasedName, type TableRule } from '../rules.ts'
import { merges } from './merges.ts'
import { officeRecords } from './office-records.ts'
import { savedViews } from './saved-views.ts'

const links = 'adult_user_id = :id or child_user_id = :id'
/** Omits the id of another person with a protected identity from an export. */
const idUnlessProtected = (column: string) =>
  `case when ${column} <> :id and ${column} in (select user_id from protected_identities) then null else ${column} end`
const linkedPeople = {
  adult_user_id: idUnlessProtected('adult_user_id'),
  child_user_id: idUnlessProtected('child_user_id'),
}

/** Accounts, memberships, roles and guardians. */
export const people = {
  users: {
    purpose: 'account',
    ground: 'contract',
    kept: 'account',
    about: 'id = :id',
    columns: {
      plain: 'inactive_at changed_at erased_at protected_at',
      keep: 'id is_external created_at merged_into',
      replace: 'first_name last_name user_name search_words',
      null: 'email phone birth_on picture_file_id language password_hash password_expires_at last_login_at device_known_at external_person_id personal_number_hash',
      derived: 'name_key',
    },
    replacements: {
      first_name: "'Raderad'",
      last_name: "'person'",
      search_words: `'${withUserWords(erasedName).searchWords}'`,
      user_name: "'erased-' || id",
      inactive_at: 'coalesce(inactive_at, :now)',
      erased_at: ':now',
    },
    withheld: 'password_hash personal_number_hash',
  },
  user_organizations: {
    purpose: 'membership',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'user_id organization_id is_primary from_on to_on' },
  },
  branch_members: {
    purpose: 'membership',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'root_id user_id' },
  },
  protected_identities: {
    purpose: 'account',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: {
      delete:
        'user_id first_name last_name email phone external_person_id memberships search_words protected_by_user_id protected_at from_register',
    },
  },
  member_import_batches: {
    purpose: 'operation',
    ground: 'legitimateInterest',
    kept: { days: 30, since: 'changed_at', by: 'memberImports.forget' },
    about: 'uploaded_by_user_id = :id',
    columns: {
      plain: 'organization_id state header mapping row_count uploaded_at applied_at changed_at',
      keep: 'id',
      actor: 'uploaded_by_user_id',
      replace: 'title',
    },
    replacements: { title: "''" },
  },
  member_import_rows: {
    purpose: 'membership',
    ground: 'legitimateInterest',
    kept: { days: 30, since: 'applied_at', by: 'memberImports.forget' },
    about: 'user_id = :id',
    columns: {
      delete: 'batch_id row_number cells status reason user_id organization_id applied_at undone_at is_kept changed_at',
    },
  },
  account_requests: {
    purpose: 'account',
    ground: 'contract',
    kept: { days: 30, since: 'created_at', by: 'ownAccounts.forget' },
    about: 'user_id = :id or (user_id is null and lower(email) = :email)',
    columns: {
      delete:
        'id proof_hash email first_name last_name birth_on language password_hash personal_number_hash identified_by organization_id guardian_email guardian_token_hash guardian_user_id guardian_relation state is_protected_match needs_review user_id created_at settled_at settled_by_user_id',
    },
    withheld: 'proof_hash password_hash personal_number_hash guardian_token_hash',
    // A child who has named the person asks another adult.
    asActor: {
      where: 'guardian_user_id = :id or lower(guardian_email) = :email',
      set: { guardian_email: 'null', guardian_token_hash: 'null', guardian_user_id: 'null' },
    },
  },
  membership_requests: {
    purpose: 'membership',
    ground: 'contract',
    kept: { days: 90, since: 'created_at', by: 'ownAccounts.forget' },
    about: 'user_id = :id',
    columns: { delete: 'id user_id organization_id created_at decided_at decided_by_user_id is_approved' },
  },
  // The id stays after an erasure, so that the register does not bring the person back.
  register_people: {
    purpose: 'membership',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: {
      plain: 'closed changed_at',
      keep: 'external_id user_id merged_into',
      null: 'digest email phone number_hash',
      replace: 'memberships',
    },
    replacements: { memberships: "'[]'" },
    withheld: 'digest number_hash',
  },
  // The id stays after an erasure, so that the other system does not bring the person back.
  integration_people: {
    purpose: 'membership',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: {
      plain: 'account_id created_at changed_at',
      keep: 'external_id user_id',
      replace: 'organization_ids',
    },
    replacements: { organization_ids: "'[]'" },
  },
  register_rows: {
    purpose: 'membership',
    ground: 'legitimateInterest',
    kept: 'account',
    about: 'user_id = :id',
    columns: {
      delete: 'run_id external_id position sort person digest number_hash is_gone is_repeated outcome reason user_id',
    },
    withheld: 'digest number_hash',
  },
  register_runs: {
    purpose: 'operation',
    ground: 'none',
    kept: { days: 90, since: 'started_at', by: 'register.sync' },
    columns: {
      plain:
        'id job_id state is_full since cursor waited_from read_count seen_count known_count new_count changed_count refused_count minor_count reason started_at changed_at finished_at',
    },
  },
  profile_views: {
    purpose: 'security',
    ground: 'legitimateInterest',
    kept: { days: 1, since: 'viewed_at', by: 'continuously' },
    about: 'reader_user_id = :id',
    erases: 'reader_user_id = :id or person_user_id = :id',
    columns: { delete: 'reader_user_id person_user_id viewed_at' },
  },
  role_extensions: {
    purpose: 'account',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'user_id role kind reference_id' },
  },
  user_roles: {
    purpose: 'account',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'user_id role from_group' },
  },
  favorite_categories: {
    purpose: 'account',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'user_id education_category_id' },
  },
  guardian_links: {
    purpose: 'rights',
    ground: 'contract',
    kept: 'account',
    about: links,
    columns: {
      delete:
        'id adult_user_id child_user_id created_by_user_id confirmed_at created_at relation child_agreed_at confirmed_by_user_id',
    },
    exportedAs: linkedPeople,
  },
  guardian_requests: {
    purpose: 'rights',
    ground: 'contract',
    kept: { days: 0, since: 'expires_at', by: 'guardians.forget' },
    about: links,
    columns: { delete: 'id adult_user_id child_user_id relation created_at expires_at withdrawn_at declined_at' },
    // The adult must not learn whether a request was declined.
    withheld: 'declined_at',
    exportedAs: linkedPeople,
  },
  ...officeRecords,
  ...savedViews,
  ...merges,
  erasure_requests: {
    purpose: 'rights',
    ground: 'legalObligation',
    kept: 'asLongAsUsed',
    about: 'user_id = :id',
    columns: {
      keep: 'id user_id requested_as state created_at due_on decided_at done_at receipt',
      actor: 'requested_by_user_id decided_by_user_id',
      null: 'reason',
    },
  },
  users_words: {
    purpose: 'account',
    ground: 'legitimateInterest',
    kept: 'account',
    columns: { derived: 'name account organizations' },
  },
  protected_words: { purpose: 'account', ground: 'contract', kept: 'account', columns: { derived: 'name account' } },
  users_trigrams: { purpose: 'account', ground: 'legitimateInterest', kept: 'account', columns: { derived: 'name' } },
  // Words of names without a reference to a person; a word is removed with the last person who has it.
  spellings: {
    purpose: 'operation',
    ground: 'legitimateInterest',
    kept: 'account',
    columns: { derived: 'vocabulary word uses' },
  },
  spelling_keys: {
    purpose: 'operation',
    ground: 'legitimateInterest',
    kept: 'account',
    columns: { derived: 'vocabulary key word' },
  },
  cv_codes: {
    purpose: 'proof',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'id user_id code created_at ended_at share_nonce' },
    withheld: 'share_nonce',
  },
} as const satisfies Record<string, TableRule>
