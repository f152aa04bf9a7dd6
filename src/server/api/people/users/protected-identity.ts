import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL for the name, e-mail address and memberships that are stored apart while an identity is protected, as JSON. Null
 * for people without protection, or when `revealed` is false.
 */
export const identityColumn = (revealed: SQL): SQL<string | null> => sql<string | null>`(
  select json_object('firstName', identity.first_name, 'lastName', identity.last_name, 'email', identity.email,
    'phone', identity.phone, 'externalPersonId', identity.external_person_id,
    'organizations', (select json_group_object(hidden_club.id, hidden_club.name) from json_each(identity.memberships) hidden_row
      join organizations hidden_club on hidden_club.id = hidden_row.value ->> '$.organizationId'))
  from protected_identities identity where identity.user_id = users.id and ${revealed})`

interface Identity {
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  externalPersonId: string | null
  organizations: Record<string, string>
}

/** Parses the JSON of `identityColumn`. Its fields replace those of the row; empty without one. */
export const parseIdentity = (json: string | null): Partial<Identity> => (json ? (JSON.parse(json) as Identity) : {})
