import { selectManagedEducationsOfOccasion, toManagedEducation } from '#api/catalogue/education-parts/course-storage.ts'
import type { Ctx } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { momentText } from '#locales/moments.ts'
import { translator } from '#locales/translate.ts'
import type { Occasion } from '../contract.ts'
import { withMeetingLink } from '../meetings/choose-meeting.ts'
import { mayOrganize } from './access.ts'
import { commitWithFieldRefusals } from './choose-tag.ts'
import type { ManagedOccasion, OccasionInput, SeriesInput, SeriesOccasion } from './contract.ts'
import { isMaxBelowBooked, isMovedToPast, isOpenToSeriesChange, toSeriesInput } from './rules.ts'
import { changeStatements, checkChange, getChanged, getManagedOccasion, getOrganizedOccasion } from './save-occasion.ts'
import { listSeries } from './storage.ts'

/**
 * Lists the other coming occasions of an occasion's series that the actor organises, by time, without cancelled ones.
 * Empty for an occasion without a series.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `getOrganizedOccasion` does.
 */
export async function listOrganizedSeries(ctx: Ctx, id: number): Promise<SeriesOccasion[]> {
  const [, series] = await Promise.all([getOrganizedOccasion(ctx, id), listSeries(ctx.db, ctx.actor, id, ctx.now)])
  const educations = await Promise.all(series.map((one) => selectManagedEducationsOfOccasion(ctx.db, one.id)))
  return series.filter(({ responsibleIds }, at) =>
    mayOrganize(ctx.actor, (educations[at] ?? []).map(toManagedEducation), responsibleIds),
  )
}

type SeriesReason = 'series_changed' | 'series_in_past' | 'series_max_below_booked'

/** Returns the text that names occasions by their starts. */
function toDatesText(ctx: Ctx, reason: SeriesReason, named: readonly Occasion[]): string {
  const dates = named.map(({ startDate }) => momentText(startDate, 'moment', ctx.language)).join(', ')
  return translator(ctx.language, 'refusals')(`invalid.${reason}`, { dates })
}

/** Refuses with the names of the occasions that somebody else has changed, so that nothing is changed unseen. */
function refuseChanged(ctx: Ctx, changed: readonly Occasion[]): never {
  throw new Refused('series_changed', { fields: { series: toDatesText(ctx, 'series_changed', changed) } })
}

interface OccasionChange {
  other: ManagedOccasion
  input: OccasionInput
}

/** Refuses with the names of the occasions that would begin in the past or have fewer seats than are taken. */
function checkChanges(ctx: Ctx, changes: readonly OccasionChange[]): void {
  const past = changes.filter(({ other, input }) => isMovedToPast(other, input, ctx.now)).map(({ other }) => other)
  if (past.length > 0)
    throw new Refused('invalid_input', { fields: { series: toDatesText(ctx, 'series_in_past', past) } })
  const full = changes.filter(({ other, input }) => isMaxBelowBooked(other, input)).map(({ other }) => other)
  if (full.length > 0)
    throw new Refused('occasion_max_below_booked', {
      fields: { series: toDatesText(ctx, 'series_max_below_booked', full) },
    })
}

const isOfSeries = (one: ManagedOccasion, { id, seriesId }: ManagedOccasion) =>
  seriesId !== null && one.seriesId === seriesId && one.id !== id

/**
 * Changes an occasion and others of its series in the same way, all or none, each with an audit entry, and returns the
 * first. The others get the fields that differ from what is stored of the first, and keep their own days and times; one
 * that nothing changes is left alone. `others` have ids and versions.
 *
 * Notifies the participants of each as `changeStatements` does.
 *
 * @throws Refused('not_found') or Refused('not_allowed') when the actor does not organise one of them.
 * @throws Refused('occasion_started') when the first has begun; earlier occasions keep what was true of them.
 * @throws Refused('occasion_canceled') when the first is cancelled.
 * @throws Refused('invalid_input') when one is not of the series or would begin in the past, or as `checkChange` does.
 * @throws Refused('series_changed') when one of the others has another version, has begun or is cancelled; its field
 * `series` names them.
 * @throws Refused('changed_meanwhile'), Refused('occasion_max_below_booked'), Refused('tag_part_twice') or
 * Refused('tag_occasion_booked') as `changeOccasion` does.
 */
export async function changeSeries(ctx: Ctx, { occasion, others }: SeriesInput): Promise<Occasion> {
  const [before, ...series] = await Promise.all(
    [occasion.id ?? 0, ...others.map(({ id }) => id)].map((id) => getManagedOccasion(ctx, id)),
  )
  if (!before) throw new Refused('not_found')
  if (before.startDate <= ctx.now) throw new Refused('occasion_started')
  const areDistinct = new Set(series.map(({ id }) => id)).size === series.length
  if (!areDistinct || !series.every((one) => isOfSeries(one, before))) {
    const text = translator(ctx.language, 'refusals')('invalid.unknown_reference')
    throw new Refused('invalid_input', { fields: { others: text } })
  }
  const changed = series.filter(
    (one, at) => one.lastChange.getTime() !== others[at]?.lastChange.getTime() || !isOpenToSeriesChange(one, ctx.now),
  )
  if (changed.length > 0) refuseChanged(ctx, changed)
  const input = withMeetingLink(ctx, occasion, before)
  await checkChange(ctx, before, input)
  const changes = series.flatMap((other) => {
    const change = toSeriesInput({ before, input, other, now: ctx.now })
    return change ? [{ other, input: change }] : []
  })
  checkChanges(ctx, changes)
  await commitWithFieldRefusals(ctx, [
    ...changeStatements(ctx, before, input),
    ...changes.flatMap((change) => changeStatements(ctx, change.other, change.input)),
  ])
  return getChanged(ctx, before.id)
}
