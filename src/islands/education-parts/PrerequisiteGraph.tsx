import { useState } from 'react'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { findCircularPrerequisites } from '#api/catalogue/educations/management/rules.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { ConflictDialog } from '../editing/ConflictDialog.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import type { createSaveQueue } from '../editing/save-queue.ts'
import { useDraft } from '../editing/use-draft.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { partLayers } from './part-layers.ts'
import { useEdges } from './use-edges.ts'

interface GraphProps {
  education: Education
  /** Queue for all saves of the education. */
  saveInTurn: ReturnType<typeof createSaveQueue>
  onSaved: (education: Education) => void
}

/** Form with the prerequisites of one part; saves over the version that it was opened with. */
function usePrerequisites({ education, saveInTurn, onSaved }: GraphProps, partId: number, onClose: () => void) {
  return useDraft<{ prerequisiteIds: number[] }, Education>({
    stored: education,
    draftOf: ({ partDependencies }) => ({
      prerequisiteIds: (partDependencies[partId] ?? []).toSorted((a, b) => a - b),
    }),
    save: ({ prerequisiteIds }, { id, lastChange: expectedVersion }) =>
      saveInTurn(expectedVersion, (lastChange) =>
        api('PUT /Educations/:id/educationPartDependencies/:partId', {
          params: { id, partId },
          query: { lastChange },
          body: prerequisiteIds,
        }),
      ),
    reload: () => api('GET /Educations/:id', { params: { id: education.id } }),
    onSaved(stored) {
      onSaved(stored)
      onClose()
    },
  })
}

function LinkDialog({ partId, onClose, ...props }: GraphProps & { partId: number; onClose: () => void }) {
  const t = useTexts('management')
  const { education } = props
  const form = usePrerequisites(props, partId, onClose)
  const chosen = form.draft.prerequisiteIds
  const titleOf = (id: number) => education.parts.find((part) => part.id === id)?.title ?? String(id)
  const others = education.educationPartIds.filter((id) => id !== partId)
  const circular = findCircularPrerequisites(partId, others, education.partDependencies)
  const choose = (id: number, isChosen: boolean) => {
    const rest = chosen.filter((one) => one !== id)
    form.change({ prerequisiteIds: isChosen ? [...rest, id].sort((a, b) => a - b) : rest })
  }
  const above = (
    <ConflictDialog
      form={form}
      labelOf={() => t('graph.before', { title: titleOf(partId) })}
      textOf={(_, value) => (value as readonly number[]).map(titleOf).join(', ')}
    />
  )
  return (
    <FormDialog
      title={t('graph.before', { title: titleOf(partId) })}
      verb={t('graph.save')}
      isBusy={form.isBusy}
      failure={form.failure}
      onClose={onClose}
      above={above}
      onSave={() => void form.save()}
    >
      {others.map((id) => (
        <Checkbox
          key={id}
          name={`before-${id}`}
          label={titleOf(id)}
          hint={circular.includes(id) ? t('graph.circular') : undefined}
          disabled={circular.includes(id)}
          checked={chosen.includes(id)}
          onChange={(event) => choose(id, event.target.checked)}
        />
      ))}
    </FormDialog>
  )
}

const node =
  'w-full rounded-card border border-control-line bg-surface px-4 py-3 text-left transition-colors hover:bg-hover'

/**
 * Graph of the parts and their prerequisites, in columns from left to right. Pressing a part edits its prerequisites in
 * a dialog, which refuses circular ones. They are saved through `saveInTurn`, one save after another; `onSaved` then
 * receives the stored education.
 */
export function PrerequisiteGraph(props: GraphProps) {
  const { education } = props
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
      {opened !== null && <LinkDialog {...props} partId={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}
