import type { TableRule } from '../rules.ts'

/** Files, media and course packages. People appear as uploaders. */
export const files = {
  stored_files: {
    purpose: 'education',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    about: 'id in (select picture_file_id from users where id = :id) or owner_user_id = :id',
    // Files of the media library belong to the federation.
    erases:
      "id in (select picture_file_id from users where id = :id) or (owner_user_id = :id and purpose = 'PersonPicture' and id not in (select picture_file_id from users where picture_file_id is not null))",
    columns: {
      delete: 'id name content_type size sha256 key visibility created_at ref purpose cleaned rendition_widths color',
      actor: 'owner_user_id',
    },
    withheld: 'key',
  },
  removed_files: {
    purpose: 'operation',
    ground: 'none',
    kept: { days: 1, since: 'removed_at', by: 'files.sweep' },
    columns: { plain: 'key removed_at' },
  },
  file_scans: {
    purpose: 'security',
    ground: 'none',
    kept: 'asLongAsUsed',
    columns: { plain: 'key state scanned_at' },
  },
  media: {
    purpose: 'education',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    columns: {
      plain: 'id title description kind file_id url in_library created_at changed_at search_words',
      actor: 'uploaded_by_user_id',
    },
  },
  content_packages: {
    purpose: 'courses',
    ground: 'legitimateInterest',
    kept: 'asLongAsUsed',
    columns: {
      plain:
        'id original_name size folder state refusal entry activity_id title files_done files_total education_part_id educator_material_id created_at changed_at format files_removed_at notes missing_files',
      actor: 'uploaded_by_user_id',
    },
  },
  package_uploads: {
    purpose: 'courses',
    ground: 'legitimateInterest',
    kept: { days: 3, since: 'created_at', by: 'packages.sweep' },
    columns: {
      plain: 'id original_name size file_key multipart_id created_at',
      actor: 'uploaded_by_user_id',
    },
  },
} as const satisfies Record<string, TableRule>
