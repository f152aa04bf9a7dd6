import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { seatsHeldAt } from '#api/money/payments/views.ts'
import { liveResults } from '#api/participation/results/views.ts'
import { waitingPlaces } from '#api/participation/waiting-list/views.ts'
import { guardianLinksView } from '#api/people/guardians/views.ts'
import { rolesOfPeople } from '#api/people/roles/views.ts'
import { mergingPeople, peopleView } from '#api/people/users/views.ts'
import { type MergePair, type MergeRefusal, mergeRefusals, type SettledBookings } from './rules.ts'

/**
 * Returns the given reasons that prevent a merge of two people, and `merge_bookings` when colliding bookings cannot be
 * settled, in the order of `mergeRefusals`; empty when nothing prevents it.
 */
export const withOpenBookings = (refusals: readonly MergeRefusal[], { open }: SettledBookings): MergeRefusal[] =>
  mergeRefusals.filter((code) => refusals.includes(code) || (code === 'merge_bookings' && open.length > 0))

/**
 * Lists the refusal codes that prevent a merge of the two people by the caller now, in the order of `mergeRefusals`.
 * Empty when nothing prevents it. `merge_bookings` is never among them (`withOpenBookings` adds it), and ids without a
 * person are not refused. Triggers refuse the same in the transaction of the merge, so that nothing happens in between.
 */
export async function listMergeRefusals({ db, actor, now }: Ctx, pair: MergePair): Promise<MergeRefusal[]> {
  const { fromUserId, intoUserId } = pair
  const both = sql`(${fromUserId}, ${intoUserId})`
  const waitsTwice = (one: number, other: number) => sql`exists (
    select 1 from ${waitingPlaces} place where place.user_id = ${one} and (
      place.education_part_id in (select again.education_part_id from ${waitingPlaces} again where again.user_id = ${other})
      or place.education_part_id in (select open_result.education_part_id from ${liveResults} open_result
        where open_result.user_id = ${other} and open_result.completed = 0)))`
  const [facts] = await db.rows<Record<MergeRefusal, number>>(sql`select
    exists (select 1 from ${mergingPeople} p where p.id in ${both} and p.merged_into is not null) as person_merged,
    exists (select 1 from ${peopleView} p where p.id in ${both} and p.erased_at is not null) as person_erased,
    exists (select 1 from ${peopleView} p where p.id in ${both} and p.protected_at is not null) as identity_protected,
    ${fromUserId === actor.id || intoUserId === actor.id ? 1 : 0} as merge_of_self,
    exists (select 1 from ${guardianLinksView} link
      where link.adult_user_id in ${both} and link.child_user_id in ${both}) as merge_of_guardian,
    exists (select 1 from ${mergingPeople} one join ${mergingPeople} other on other.id = ${intoUserId}
      where one.id = ${fromUserId} and one.personal_number_hash <> other.personal_number_hash) as merge_of_two_people,
    exists (select 1 from ${peopleView} one join ${peopleView} other on other.id = ${intoUserId}
      where one.id = ${fromUserId} and one.birth_on <> other.birth_on) as merge_of_birth_dates,
    exists (select 1 from ${rolesOfPeople} held_role where held_role.user_id in ${both}) as merge_of_roles,
    exists (select 1 from ${rolesOfPeople} held join ${peopleView} holder on holder.id = held.user_id
      where held.user_id = ${fromUserId} and held.role = 'SuperAdministrator' and holder.inactive_at is null and not exists (
        select 1 from ${rolesOfPeople} colleague_role join ${peopleView} colleague on colleague.id = colleague_role.user_id
        where colleague_role.role = 'SuperAdministrator' and colleague.id <> ${fromUserId}
          and colleague.inactive_at is null)) as last_superadministrator,
    exists (select 1 from erasure_requests open_request
      where open_request.user_id in ${both} and open_request.state in (0, 1)) as erasure_open,
    exists (select 1 from ${seatsHeldAt(now.toISOString())} seat where seat.user_id in ${both} or seat.payer_user_id in ${both}
      or seat.requested_by_user_id in ${both}) as payment_under_way,
    0 as merge_bookings,
    ${waitsTwice(fromUserId, intoUserId)} or ${waitsTwice(intoUserId, fromUserId)} as merge_waiting`)
  return mergeRefusals.filter((code) => facts?.[code] === 1)
}
