import { useState } from 'react'
import type { Education } from '#api/educations/contract.ts'
import { circularPrerequisites } from '#api/educations/management/rules.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { partLayers } from './part-layers.ts'
import { useEdges } from './use-edges.ts'

interface GraphProps {
  education: Education
  /** Answers why it was refused, or null. */
  onLink: (partId: number, prerequisiteIds: number[]) => Promise<string | null>
}

function LinkDialog({ education, partId, onLink, onClose }: GraphProps & { partId: number; onClose: () => void }) {
  const t = useTexts('management')
  const [chosen, setChosen] = useState(education.partDependencies[partId] ?? [])
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const part = education.parts.find(({ id }) => id === partId)
  const others = education.parts.filter(({ id }) => id !== partId)
  const circular = circularPrerequisites(
    partId,
    others.map(({ id }) => id),
    education.partDependencies,
  )
  const save = async () => {
    setBusy(true)
    const refusal = await onLink(partId, chosen)
    setBusy(false)
    if (refusal) setProblem(refusal)
    else onClose()
  }
  const actions = (
    <>
      <Button tone="primary" busy={busy} onClick={() => void save()}>
        {t('graph.save')}
      </Button>
      <Button onClick={onClose}>{t('cancel')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('graph.before', { title: part?.title })} actions={actions}>
      <div className="grid gap-3">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        {others.map(({ id, title }) => (
          <Checkbox
            key={id}
            name={`before-${id}`}
            label={title}
            hint={circular.includes(id) ? t('graph.circular') : undefined}
            disabled={circular.includes(id)}
            checked={chosen.includes(id)}
            onChange={(event) => setChosen(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
    </Dialog>
  )
}

const node =
  'w-full rounded-card border border-control-line bg-surface px-4 py-3 text-left transition-colors hover:bg-hover'

/** Which parts come before which: columns from left to right; a press on a part chooses what must be done before it. */
export function PrerequisiteGraph({ education, onLink }: GraphProps) {
  const t = useTexts('management')
  const [opened, setOpened] = useState<number | null>(null)
  const { box, edges } = useEdges(education.partDependencies)
  const layers = partLayers(education.educationPartIds, education.partDependencies)
  const titleOf = (id: number) => education.parts.find((part) => part.id === id)?.title ?? ''
  return (
    <section aria-labelledby="graph" className="mt-10">
      <h2 id="graph">{t('graph.title')}</h2>
      <p className="mt-1 mb-5 max-w-text text-muted">{t('graph.text')}</p>
      <div className="md:overflow-x-auto">
        <div ref={box} className="relative flex flex-col gap-3 md:w-max md:min-w-full md:flex-row md:gap-14">
          <svg aria-hidden className="pointer-events-none absolute inset-0 size-full text-control-line max-md:hidden">
            {edges.map(({ key, path }) => (
              <path key={key} d={path} fill="none" stroke="currentColor" strokeWidth={2} />
            ))}
          </svg>
          {layers.map((ids) => (
            <ul key={ids.join()} className="relative grid content-center gap-3 md:w-56">
              {ids.map((id) => (
                <li key={id}>
                  <button type="button" data-part={id} onClick={() => setOpened(id)} className={node}>
                    <span className="block font-semibold">{titleOf(id)}</span>
                    <span className="block text-sm text-muted">
                      {(education.partDependencies[id] ?? []).length > 0
                        ? t('part.after', { titles: (education.partDependencies[id] ?? []).map(titleOf).join(', ') })
                        : t('graph.free')}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          ))}
        </div>
      </div>
      {opened !== null && (
        <LinkDialog education={education} partId={opened} onLink={onLink} onClose={() => setOpened(null)} />
      )}
    </section>
  )
}
