import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL expression on a row of `users`: the real name, e-mail address, phone, register id and clubs by id, as JSON, which
 * are stored apart while an identity is protected. Null for people without protection, or where the SQL condition
 * `revealed` is false.
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
