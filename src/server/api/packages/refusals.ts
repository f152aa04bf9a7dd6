/** Why a content package is turned down, with the HTTP status of the answer. Permanent once shipped. */
export const packageRefusals = {
  package_too_large: 413,
  package_not_a_zip: 422,
  package_damaged: 422,
  package_empty: 422,
  package_too_many_files: 422,
  package_unpacks_too_large: 422,
  package_ratio_absurd: 422,
  package_encrypted: 422,
  package_compression_unsupported: 422,
  package_link: 422,
  package_entries_overlap: 422,
  package_path_traversal: 422,
  package_path_absolute: 422,
  package_path_backslash: 422,
  package_path_invalid: 422,
  package_path_too_long: 422,
  package_name_collision: 422,
  package_file_is_folder: 422,
  package_size_mismatch: 422,
  package_checksum_mismatch: 422,
  package_manifest_invalid: 422,
  package_manifest_too_large: 422,
  package_launch_missing: 422,
  package_launch_outside: 422,
} as const satisfies Record<string, number>

export type PackageRefusal = keyof typeof packageRefusals
