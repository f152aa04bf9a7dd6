import type { TableRule } from '../rules.ts'

const ownSequences =
  "(select sequence from xapi_references where kind = 'agent' and is_related = 0 and key in (select value from json_each(:agents)))"

/** Courses: statements, state documents and launches. The record store itself erases `special` columns. */
export const recordStore = {
  xapi_attachments: {
    purpose: 'courses',
    ground: 'contract',
    kept: 'account',
    about: `user_id = :id or statement_id in (select id from xapi_statements where sequence in ${ownSequences})`,
    columns: { special: 'statement_id sha2 content_type file_key size user_id' },
  },
  xapi_statements: {
    purpose: 'courses',
    ground: 'contract',
    kept: 'account',
    about: `user_id = :id or sequence in ${ownSequences}`,
    columns: {
      special:
        'sequence id user_id education_part_id educator_material_id registration activity_id verb voided statement stored_at target_id integration_account_id session is_cmi5_defined',
    },
  },
  xapi_references: {
    purpose: 'courses',
    ground: 'contract',
    kept: 'account',
    about: "kind = 'agent' and key in (select value from json_each(:agents))",
    columns: { special: 'kind key is_related sequence' },
  },
  xapi_documents: {
    purpose: 'courses',
    ground: 'contract',
    kept: 'account',
    about: 'agent in (select value from json_each(:agents))',
    columns: {
      special: 'kind activity_id agent registration document_id content_type etag body file_key changed_at size',
    },
    // Base64. Larger documents are omitted; the export contains their size.
    exportedAs: { body: 'case when size <= 200000 then body end' },
  },
  launches: {
    purpose: 'courses',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: {
      delete:
        'id token_hash user_id education_part_id educator_material_id package_id activity_id registration session_id created_at expires_at unit_position session fetch_hash fetched_at terminated_at abandoned_at',
    },
    withheld: 'token_hash fetch_hash',
  },
  course_attempts: {
    purpose: 'courses',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { delete: 'registration user_id education_part_id educator_material_id activity_id started_at' },
  },
  course_standings: {
    purpose: 'courses',
    ground: 'contract',
    kept: 'account',
    about: 'user_id = :id',
    columns: { keep: 'education_part_id user_id result_id last_at score progress due', derived: 'name_key' },
  },
} as const satisfies Record<string, TableRule>
