import { Plus, Trash2 } from '@lucide/icons'
import { portalZone } from '#api/zone.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { toSection } from '../editing/form-section.ts'
import { listFilled } from '../editing/list-filled.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { FieldFold } from '../ui/FieldFold.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { OccasionFieldsProps } from './OccasionFields.tsx'
import { hasDate } from './occasion-draft.ts'
import { nextDay, type Session } from './occasion-times.ts'
import { useFollowingEnds } from './use-following-ends.ts'

function Sessions({ draft, change, errorOf }: OccasionFieldsProps) {
  const t = useTexts('occasions')
  const { sessions } = draft
  const ends = useFollowingEnds(sessions)
  const replace = (at: number, session: Session) => change({ sessions: sessions.with(at, session) })
  /** Name of a day in a refusal: its index among the days that are sent. */
  const nameOf = (at: number) => `sessions.${sessions.slice(0, at).filter(hasDate).length}`
  const moment = (at: number, which: 'start' | 'end') => {
    const session = sessions[at]
    const sent = session && hasDate(session)
    return {
      name: sent ? `${nameOf(at)}.${which}` : `session-${at}-${which}`,
      value: session?.[which] ?? null,
      error: sent ? errorOf(`${nameOf(at)}.${which}`) : undefined,
      hasTime: true,
      zone: portalZone,
    }
  }
  function add() {
    const first = { start: draft.startDate, end: draft.endDate }
    const before = sessions.length > 0 ? sessions : [first]
    const added = nextDay(before.at(-1) ?? first)
    if (sessions.length === 0) ends.add(first)
    ends.add(added)
    change({ sessions: [...before, added] })
  }
  return (
    <div className="grid gap-4 sm:col-span-2">
      {sessions.map((session, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: days are identified by their place in the draft.
        <div key={at} className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_auto]">
          <DatePicker
            {...moment(at, 'start')}
            label={t('session.start', { day: at + 1 })}
            opensAt={sessions[at - 1]?.end}
            onChange={(start) => replace(at, ends.withStart(at, session, start))}
          />
          <DatePicker
            {...moment(at, 'end')}
            label={t('session.end')}
            opensAt={session.start}
            onChange={(end) => replace(at, ends.withEnd(at, session, end))}
          />
          <IconButton
            label={t('session.remove', { day: at + 1 })}
            icon={<Icon of={Trash2} size={18} />}
            className="sm:mt-7.5"
            onClick={() => {
              ends.remove(at)
              change({ sessions: sessions.toSpliced(at, 1) })
            }}
          />
        </div>
      ))}
      <Button className="justify-self-start" icon={<Icon of={Plus} size={18} />} onClick={add}>
        {t('session.add')}
      </Button>
    </div>
  )
}

/** Fields for the start and the end of an occasion, where the end follows the start until it is changed by hand. */
function StartAndEnd(props: OccasionFieldsProps) {
  const t = useTexts('occasions')
  const { draft, change } = props
  const { value } = draftFields(props, t)
  const pair = { start: draft.startDate, end: draft.endDate }
  const ends = useFollowingEnds([pair])
  const set = ({ start, end }: Session) => change({ startDate: start, endDate: end })
  const moment = { hasTime: true, zone: portalZone, required: true }
  return (
    <>
      <DatePicker {...value('startDate')} {...moment} onChange={(start) => set(ends.withStart(0, pair, start))} />
      <DatePicker
        {...value('endDate')}
        {...moment}
        opensAt={draft.startDate}
        onChange={(end) => set(ends.withEnd(0, pair, end))}
      />
    </>
  )
}

/**
 * Fields for the times of an occasion, its sessions (days of their own), and the last days to sign up and to cancel. A
 * session is added a day after the last one; with the first one, start and end become a session too, which replaces
 * their fields. An end follows its start until it is changed by hand. They change the draft only.
 */
export function WhenFields(props: OccasionFieldsProps) {
  const t = useTexts('occasions')
  const { value } = draftFields(props, t)
  const language = useLanguage()
  const filled = listFilled({
    draft: props.draft,
    names: ['lastSignUpDate', 'lastCancelDate'],
    labelOf: t,
    language,
  })
  // The last day of sign-up or cancellation lasts to its end, so it has no time.
  const lastDay = { zone: portalZone, opensAt: props.draft.startDate }
  return (
    <Card {...toSection('when', t)}>
      <div className="grid gap-6 sm:grid-cols-2">
        {props.draft.sessions.length === 0 && <StartAndEnd {...props} />}
        <Sessions {...props} />
        <FieldFold title={t('lastDays')} filled={filled}>
          <div className="grid gap-6 sm:grid-cols-2">
            <DatePicker {...value('lastSignUpDate')} {...lastDay} hint={t('lastSignUpDateHint')} />
            <DatePicker {...value('lastCancelDate')} {...lastDay} hint={t('lastCancelDateHint')} />
          </div>
        </FieldFold>
      </div>
    </Card>
  )
}
