import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isSuperadministrator } from '#api/actor.ts'
import { administers, canSeeName, isGuardianOf } from '#api/people/reach/within-reach.ts'
import { isLinkListed } from './recipients.ts'

/**
 * SQL condition on a row of `guardian_links`: the actor may see the link with both names. The two people, the child's
 * confirmed guardians and the child's office see every link. Somebody else, such as the adult's office, sees a link to
 * a child whose name they may see anyway, but no unconfirmed one that the adult made: it can name any child.
 * Protected identities are hidden as `isLinkListed` says.
 */
export function isLinkShown(actor: Actor): SQL {
  const child = sql`guardian_links.child_user_id`
  const isNameShown = sql`exists (select 1 from users where users.id = ${child} and ${canSeeName(actor)})`
  return sql`(${isLinkListed(actor.id, isSuperadministrator(actor))}
    and (${actor.id} in (guardian_links.adult_user_id, ${child}) or ${isGuardianOf(actor, child)} or ${administers(actor, child)}
      or ((guardian_links.confirmed_at is not null or guardian_links.created_by_user_id <> guardian_links.adult_user_id)
        and ${isNameShown})))`
}
