import { CircleCheck, CircleDashed, CircleDot } from '@lucide/icons'
import type { LaunchableUnit } from '#api/courses/xapi/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { Icon } from '../ui/Icon.tsx'
import { openUnit } from './state.ts'

const icons = { notStarted: CircleDashed, started: CircleDot, done: CircleCheck }

interface UnitListProps {
  units: readonly LaunchableUnit[]
  /** Position of the open unit. */
  open: number | null
  onChosen: () => void
}

/**
 * Units of a course in order, under the headings of their blocks or chapters, with the progress of each; `open` is the
 * position of the open one. A press calls `onChosen`, then opens the unit in the player.
 */
export function UnitList({ units, open, onChosen }: UnitListProps) {
  const t = useTexts('player')
  const choose = (position: number) => {
    onChosen()
    void openUnit(position)
  }
  return (
    <nav aria-label={t('contents')} className="h-full overflow-y-auto p-3">
      <ol className="grid gap-1">
        {units.map(({ position, title, groups, state }, place) => {
          const icon = icons[state]
          const heading = groups.join(' · ')
          const isNewGroup = heading !== '' && heading !== units[place - 1]?.groups.join(' · ')
          return (
            <li key={position}>
              {isNewGroup && <h2 className="px-3 pt-4 pb-1 text-sm font-semibold text-muted">{heading}</h2>}
              <button
                type="button"
                aria-current={position === open ? 'step' : undefined}
                className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-left hover:bg-hover aria-[current]:bg-hover aria-[current]:font-semibold"
                onClick={() => choose(position)}
              >
                <Icon of={icon} size={20} className="shrink-0 text-muted" />
                <span className="min-w-0">
                  <span className="block">{title}</span>
                  <span className="block text-sm font-normal text-muted">{t(`state.${state}`)}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
