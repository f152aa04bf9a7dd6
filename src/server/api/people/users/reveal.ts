import { type SQL, sql } from 'drizzle-orm'

/** The name, address and memberships that protection has put away of a row of `users`, as JSON; null for everybody else. */
export const identityOf = (revealed: SQL): SQL<string | null> => sql<string | null>`(
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

/** What `identityOf` answers, to be laid over the row; nothing when it answers nothing. */
export const identityFrom = (json: string | null): Partial<Identity> => (json ? (JSON.parse(json) as Identity) : {})
