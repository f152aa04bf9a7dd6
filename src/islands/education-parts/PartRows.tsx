import { ArrowDown, ArrowUp, ChartColumn, GripVertical, Pencil, Play, Presentation, Unlink } from '@lucide/icons'
import { type DragEvent, useState } from 'react'
import type { EducationPart } from '#api/catalogue/education-parts/contract.ts'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'

interface PartActions {
  onMove: (partId: number, to: number) => void
  onEdit: (part: EducationPart) => void
  onMaterials: (part: EducationPart) => void
  onRemove: (part: EducationPart) => void
}

interface RowsProps extends PartActions {
  education: Education
  /** Number of educator materials by part id. */
  materialCounts: ReadonlyMap<number, number>
  /** Whether the portal has practical driver exams. */
  hasExams: boolean
}

type RowProps = RowsProps & { part: EducationPart; at: number }

function Facts({ part, education }: Pick<RowProps, 'part' | 'education'>) {
  const t = useTexts('management')
  const first = education.partDependencies[part.id] ?? []
  const titles = first.map((id) => education.parts.find((one) => one.id === id)?.title).filter(Boolean)
  const others = part.educationIds.length - 1
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <span>{t(`partType.${part.type}`)}</span>
        {!part.mandatory && <span>{t('part.optional')}</span>}
        {others > 0 && <span>{t('part.shared', { count: others })}</span>}
        {part.type === 1 && part.packageId === null && <Badge tone="warning">{t('part.withoutCourse')}</Badge>}
      </p>
      {titles.length > 0 && <p className="text-sm text-muted">{t('part.after', { titles: titles.join(', ') })}</p>}
    </>
  )
}

function MaterialsButton({ part, materialCounts, onMaterials }: RowProps) {
  const t = useTexts('educator-materials')
  const count = materialCounts.get(part.id) ?? 0
  return (
    <Button size="small" icon={<Icon of={Presentation} size={16} />} onClick={() => onMaterials(part)}>
      {count > 0 ? t('titleCount', { count }) : t('title')}
      <span className="sr-only"> {part.title}</span>
    </Button>
  )
}

function Actions(row: RowProps) {
  const { part, at, education, onMove, onEdit, onRemove } = row
  const t = useTexts('management')
  const name = { title: part.title }
  const last = education.parts.length - 1
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="flex flex-wrap items-center gap-2">
        {part.type === 1 && part.packageId !== null && (
          <Button
            size="small"
            href={`/education/${education.id}?educationPartId=${part.id}&preview=1`}
            icon={<Icon of={Play} size={16} />}
          >
            {t('part.try')}
          </Button>
        )}
        {part.type === 1 && (
          <Button
            size="small"
            href={`/education/${education.id}/courseFigures/${part.id}`}
            icon={<Icon of={ChartColumn} size={16} />}
          >
            {t('part.figures')}
            <span className="sr-only"> {part.title}</span>
          </Button>
        )}
        {part.type === 0 && (
          <Button size="small" href={`/education/manageOccasion/new?educationPartId=${part.id}`}>
            {t('part.newOccasion')}
          </Button>
        )}
        {part.type === 2 && row.hasExams && (
          <Button
            size="small"
            href={`/education/managePracticalDriverExam/new?educationPartId=${part.id}&educationId=${education.id}`}
          >
            {t('part.newExam')}
          </Button>
        )}
        <MaterialsButton {...row} />
        <Button size="small" icon={<Icon of={Pencil} size={16} />} onClick={() => onEdit(part)}>
          {t('part.change')}
          <span className="sr-only"> {part.title}</span>
        </Button>
      </div>
      <div className="flex items-center max-sm:-ml-3">
        <IconButton
          label={t('part.up', name)}
          icon={<Icon of={ArrowUp} size={18} />}
          disabled={at === 0}
          onClick={() => onMove(part.id, at - 1)}
        />
        <IconButton
          label={t('part.down', name)}
          icon={<Icon of={ArrowDown} size={18} />}
          disabled={at === last}
          onClick={() => onMove(part.id, at + 1)}
        />
        <IconButton
          label={t('part.remove', name)}
          icon={<Icon of={Unlink} size={18} />}
          onClick={() => onRemove(part)}
        />
      </div>
    </div>
  )
}

/**
 * Lists the parts in order; arrows and a drag handle move them. `onMove` receives the part's id and the index that it
 * moves to; the caller reorders. Buttons call the caller to edit or remove a part or to show its educator materials
 * (their number from `materialCounts`), and link to a digital part's preview and figures, and to a new occasion or,
 * when the portal `hasExams`, a new exam.
 */
export function PartRows({ education, ...rest }: RowsProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  const dragging = (part: EducationPart, at: number) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      setOver(at)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== null && dragged !== part.id) rest.onMove(dragged, at)
      end()
    },
  })
  return (
    <ol className="grid gap-3">
      {education.parts.map((part, at) => (
        <li
          key={part.id}
          {...dragging(part, at)}
          className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border bg-surface p-4 ${over === at && dragged !== part.id ? 'border-accent-ink' : 'border-line'} ${dragged === part.id ? 'opacity-60' : ''}`}
        >
          <span
            draggable
            aria-hidden
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', part.title)
              setDragged(part.id)
            }}
            onDragEnd={end}
            className="hidden cursor-grab text-muted sm:block"
          >
            <Icon of={GripVertical} size={20} />
          </span>
          <span
            aria-hidden
            className="grid size-8 shrink-0 place-items-center rounded-full bg-hover font-display text-sm font-bold"
          >
            {at + 1}
          </span>
          <div className="min-w-0 flex-1 basis-56">
            <h2 className="text-base wrap-anywhere">{part.title}</h2>
            <Facts part={part} education={education} />
          </div>
          <Actions part={part} at={at} education={education} {...rest} />
        </li>
      ))}
    </ol>
  )
}
