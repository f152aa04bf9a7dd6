import { ClipboardCheck, EllipsisVertical, Hourglass, TriangleAlert, X } from '@lucide/icons'
import { useTexts } from '../client/texts.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Menu, type MenuAction } from '../ui/Menu.tsx'
import type { DriverRow, SignedProtocol } from './protocols.ts'
import { StateBadge } from './StateBadge.tsx'

export interface DriverActions {
  onOpenProtocol: (row: DriverRow) => void
  onRead: (row: DriverRow) => void
  /** Reopens a signed protocol as a draft. */
  onCorrect: (row: DriverRow) => void
  /** Records a pass by a paper protocol. */
  onApprove: (row: DriverRow) => void
  onGuardian: (row: DriverRow) => void
  onAdmit: (row: DriverRow) => void
  onTakeBack: (row: DriverRow) => void
  onTakeOff: (row: DriverRow) => void
  onReopen: (signed: SignedProtocol) => void
}

type ItemProps = DriverActions & {
  row: DriverRow
  /** Whether the person may examine and the day of the exam has come. */
  judges: boolean
  isOpened: boolean
}

const isExamined = ({ state }: DriverRow) => state === 'passed' || state === 'failed'

function useMenu({ row, judges, ...on }: ItemProps): MenuAction[] {
  const t = useTexts('exams')
  const examined = isExamined(row)
  const isOn = !examined && row.state !== 'canceled'
  const has = (isIncluded: boolean, action: MenuAction) => (isIncluded ? [action] : [])
  return [
    ...has(examined && row.protocol !== null, {
      id: 'read',
      label: t('protocol.read'),
      onAction: () => on.onRead(row),
    }),
    ...has(judges && examined && row.protocol !== null && !row.isWaiting, {
      id: 'correct',
      label: t('correct'),
      onAction: () => on.onCorrect(row),
    }),
    ...has(judges && isOn && !row.guardianMissing, {
      id: 'approve',
      label: t('approve'),
      onAction: () => on.onApprove(row),
    }),
    ...has(row.mustHaveGuardian && isOn, {
      id: 'guardian',
      label: t('guardian.change'),
      onAction: () => on.onGuardian(row),
    }),
    ...has(judges && examined && !row.isWaiting, {
      id: 'back',
      label: t('takeBack'),
      onAction: () => on.onTakeBack(row),
    }),
    ...has(isOn, {
      id: 'off',
      label: t('takeOff'),
      isDangerous: true,
      onAction: () => on.onTakeOff(row),
    }),
    { id: 'profile', label: t('profile'), href: `/profile/${row.userId}` },
  ]
}

function Person({ row }: { row: DriverRow }) {
  const t = useTexts('exams')
  const facts = [
    row.organizationNames.join(', ') || t('noOrganization'),
    row.age === null ? t('age.unknown') : t('age', { count: row.age }),
  ]
  return (
    <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
      <Avatar name={row.name} src={row.pictureUrl} />
      <div className="min-w-0">
        <h2 className="text-base">{row.name}</h2>
        <p className="text-sm text-muted wrap-anywhere">{facts.join(' · ')}</p>
        {row.guardianName && <p className="text-sm text-muted">{t('guardian.is', { name: row.guardianName })}</p>}
        <p className="mt-1.5 flex flex-wrap gap-2">
          <StateBadge state={row.state} />
          {row.guardianMissing && row.state !== 'canceled' && (
            <Badge tone="danger" icon={<Icon of={TriangleAlert} size={14} />}>
              {t('guardian.missing')}
            </Badge>
          )}
          {row.isWaiting && (
            <Badge tone="warning" icon={<Icon of={Hourglass} size={14} />}>
              {t('waiting')}
            </Badge>
          )}
        </p>
      </div>
    </div>
  )
}

function NextStep(props: ItemProps) {
  const { row, judges, isOpened, onOpenProtocol: onJudge, onRead, onCorrect, onGuardian, onAdmit } = props
  const t = useTexts('exams')
  const driverName = <span className="sr-only"> {row.name}</span>
  if (row.state === 'canceled') return null
  if (isExamined(row) && judges && isOpened && !row.isWaiting)
    return (
      <Button tone="primary" icon={<Icon of={ClipboardCheck} size={18} />} onClick={() => onCorrect(row)}>
        {t('correct.on')}
        {driverName}
      </Button>
    )
  if (isExamined(row))
    return row.protocol ? (
      <Button onClick={() => onRead(row)}>
        {t('protocol.read')}
        {driverName}
      </Button>
    ) : null
  if (judges && (row.state === 'signedUp' || row.guardianMissing === false))
    return (
      <Button tone="primary" icon={<Icon of={ClipboardCheck} size={18} />} onClick={() => onJudge(row)}>
        {t(isOpened ? 'judge.on' : 'judge')}
        {driverName}
      </Button>
    )
  if (row.guardianMissing)
    return (
      <Button onClick={() => onGuardian(row)}>
        {t('guardian.choose')}
        {driverName}
      </Button>
    )
  return row.state === 'pending' ? (
    <Button onClick={() => onAdmit(row)}>
      {t('admit')}
      {driverName}
    </Button>
  ) : null
}

/**
 * One driver on the list, with the examiner's next step and a menu, whose callbacks the caller performs. Only a reader
 * who `judges` (may examine, on the exam's day or later) can fill in or correct a protocol, approve without one or take
 * a result back; `isOpened` marks a begun draft. A protocol that the server has refused is shown with its reason and a
 * button that calls `onReopen`.
 */
export function DriverItem(props: ItemProps) {
  const { row, onReopen } = props
  const t = useTexts('exams')
  const { refusal } = row
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Person row={row} />
        <div className="flex flex-wrap items-center gap-2">
          <NextStep {...props} />
          <Menu label={t('menu', { name: row.name })} actions={useMenu(props)}>
            <Icon of={EllipsisVertical} size={20} />
          </Menu>
        </div>
      </div>
      {refusal && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-danger-soft px-3 py-2 text-sm font-medium text-danger-ink"
        >
          <Icon of={X} size={18} />
          <span className="min-w-0 flex-1 basis-48">{t('notSaved', { reason: refusal.refusal ?? '' })}</span>
          <Button size="small" onClick={() => onReopen(refusal)}>
            {t('reopen')}
          </Button>
        </div>
      )}
    </li>
  )
}
