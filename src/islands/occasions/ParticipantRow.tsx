import { Check, CircleCheck, EllipsisVertical, Hourglass, Trash2, Undo2, UserCheck, X } from '@lucide/icons'
import type { ReactNode } from 'react'
import { useTexts } from '../client/texts.tsx'
import { StatusBadge } from '../sign-ups/StatusBadge.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { ParticipantRowData } from './participant-rows.ts'
import type { ResultField, ResultMutation } from './result-queue.ts'

interface RowActions {
  onTap: (row: ParticipantRowData, field: ResultField, value: boolean) => void
  onDismiss: (tap: ResultMutation) => void
  onMove: (rows: ParticipantRowData[]) => void
  onMail: (rows: ParticipantRowData[]) => void
}

type RowProps = RowActions & {
  row: ParticipantRowData
  questions: ReadonlyMap<number, string>
  /** Minutes in the online meeting, of those that were planned; null for one who was not seen there. */
  inMeeting: { minutes: number; planned: number } | null
  /** Whether the day of the occasion has come; before it nobody is marked. */
  isHeld: boolean
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

interface TapButtonProps {
  label: string
  name: string
  icon: ReactNode
  isOn: boolean
  isDisabled?: boolean
  onPress: () => void
}

/** Toggle button. */
function TapButton({ label, name, icon, isOn, isDisabled, onPress }: TapButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={isDisabled}
      onClick={onPress}
      className="inline-flex min-h-11 items-center gap-2 rounded-control border border-control-line bg-surface px-2.5 text-sm font-semibold transition-colors hover:bg-hover disabled:opacity-50 aria-pressed:border-success aria-pressed:bg-success-soft aria-pressed:text-success-ink"
    >
      {icon}
      {label}
      <span className="sr-only"> {name}</span>
    </button>
  )
}

function TapButtons({ row, isHeld, onTap }: Pick<RowProps, 'row' | 'isHeld' | 'onTap'>) {
  const t = useTexts('occasions')
  const icon = (of: typeof Check) => <Icon of={of} size={18} />
  if (row.state === 'pending')
    return (
      <>
        <TapButton
          label={t('tap.approve')}
          name={row.name}
          icon={icon(Check)}
          isOn={false}
          onPress={() => onTap(row, 'approved', true)}
        />
        <TapButton
          label={t('tap.refuse')}
          name={row.name}
          icon={icon(X)}
          isOn={false}
          onPress={() => onTap(row, 'canceled', true)}
        />
      </>
    )
  return (
    <>
      <TapButton
        label={t('tap.attended')}
        name={row.name}
        icon={icon(UserCheck)}
        isOn={Boolean(row.attended)}
        isDisabled={!isHeld && !row.attended}
        onPress={() => onTap(row, 'attended', !row.attended)}
      />
      <TapButton
        label={t('tap.completed')}
        name={row.name}
        icon={icon(CircleCheck)}
        isOn={row.completed}
        isDisabled={!isHeld && !row.completed}
        onPress={() => onTap(row, 'completed', !row.completed)}
      />
    </>
  )
}

function Person({ row, questions, inMeeting }: Pick<RowProps, 'row' | 'questions' | 'inMeeting'>) {
  const t = useTexts('occasions')
  const facts = [
    row.organizationNames.join(', ') || t('noOrganization'),
    row.phone,
    row.birthDate ?? (row.age !== null && t('age', { count: row.age })),
  ]
  // Phone numbers and ids do not wrap.
  const unbreakableFacts = facts.flatMap((fact) => (fact ? fact.replace(/(?<=\d) (?=\d)/g, '\u00a0') : []))
  return (
    <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
      <Avatar name={row.name} src={row.pictureUrl} />
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-2 text-base">
          <a
            href={`/profile/${row.userId}`}
            className="inline-flex min-h-6 items-center underline-offset-3 hover:underline"
          >
            {row.name}
          </a>
          <StatusBadge state={row.state} />
          {row.isExternal && <Badge>{t('external')}</Badge>}
          {row.isWaiting && (
            <Badge tone="warning" icon={<Icon of={Hourglass} size={14} />}>
              {t('waiting')}
            </Badge>
          )}
        </h2>
        <p className="text-sm text-muted wrap-anywhere">{unbreakableFacts.join('\u00a0· ')}</p>
        {inMeeting && <p className="text-sm font-medium">{t('meeting.minutes', inMeeting)}</p>}
        {row.guardianName && <p className="text-sm text-muted">{t('guardian', { name: row.guardianName })}</p>}
        {row.customAnswers.map(({ questionId, answer }) => (
          <p key={questionId} className="text-sm">
            <span className="text-muted">{questions.get(questionId) ?? `#${questionId}`}:</span> {answer}
          </p>
        ))}
      </div>
    </div>
  )
}

/**
 * List item of a participant with the buttons that register attendance and results, approve or decline (only these two
 * while pending), remove and restore. `onTap` receives each as a field and its new value; the caller queues it. Refused
 * changes are shown with a button that calls `onDismiss`. A cancelled one can only be restored or mailed; a completed
 * one can be neither moved nor removed. Before the day of the occasion marks can only be taken back. `questions` are
 * the texts of the occasion's questions by id; a checkbox calls `onChoose`.
 */
export function ParticipantRow(props: RowProps) {
  const { row, isChosen, onChoose, onTap, onDismiss, onMove, onMail } = props
  const t = useTexts('occasions')
  const isLive = !row.canceled
  const actions = [
    ...(isLive && !row.completed ? [{ id: 'move', label: t('menu.move'), onAction: () => onMove([row]) }] : []),
    ...(row.email ? [{ id: 'mail', label: t('menu.mail'), onAction: () => onMail([row]) }] : []),
  ]
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {isLive && (
          <Checkbox
            name={`choose-${row.resultId}`}
            label={t('choose', { name: row.name })}
            hidesLabel
            checked={isChosen}
            onChange={(event) => onChoose(event.target.checked)}
          />
        )}
        <Person row={row} questions={props.questions} inMeeting={props.inMeeting} />
        <div className="flex flex-wrap items-center gap-1 sm:gap-2">
          {isLive && <TapButtons row={row} isHeld={props.isHeld} onTap={onTap} />}
          {isLive && row.state !== 'pending' && (
            <IconButton
              label={t('tap.remove', { name: row.name })}
              icon={<Icon of={Trash2} size={18} />}
              disabled={row.completed}
              onClick={() => onTap(row, 'canceled', true)}
            />
          )}
          {!isLive && (
            <Button icon={<Icon of={Undo2} size={18} />} onClick={() => onTap(row, 'canceled', false)}>
              {t('tap.restore')}
              <span className="sr-only"> {row.name}</span>
            </Button>
          )}
          {actions.length > 0 && (
            <Menu label={t('menu', { name: row.name })} actions={actions}>
              <Icon of={EllipsisVertical} size={20} />
            </Menu>
          )}
        </div>
      </div>
      {row.refusals.map((tap) => (
        <p
          key={tap.id}
          role="alert"
          className="flex items-center gap-2 rounded-control bg-danger-soft py-1 pr-1 pl-3 text-sm font-medium text-danger-ink"
        >
          <span className="min-w-0 flex-1">
            {t(`notSaved.${tap.field}`)} {tap.refusal}
          </span>
          <IconButton
            size="small"
            label={t('dismiss', { name: row.name })}
            icon={<Icon of={X} size={16} />}
            onClick={() => onDismiss(tap)}
          />
        </p>
      ))}
    </li>
  )
}
