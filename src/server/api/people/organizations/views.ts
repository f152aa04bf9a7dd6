import { sql } from 'drizzle-orm'

/** All organisations, inactive ones included, for other domains; like `educationsView`. */
export const organizationsView = sql`(select id, name, short_name, name_key, type, parent_id, path, org_nr, external_id, email, phone,
  address_line_1, address_line_2, postal_number, city, is_main, can_be_invoiced, invoice_email, active, created_at, changed_at from organizations)`

/** Files that are logos of organisations: `file_id`, null for each organisation without one. */
export const filesOfOrganizations = sql`(select logo_file_id as file_id from organizations)`
