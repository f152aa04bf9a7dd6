import { Search } from '@lucide/icons'
import { useEffect, useState } from 'react'
import type { DriverExamResult, FoundAdult } from '#api/participation/exam-results/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Field } from '../ui/Field.tsx'
import { fieldLook } from '../ui/field-attributes.ts'
import { Icon } from '../ui/Icon.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'

interface GuardianDialogProps {
  examId: number
  child: { id: number; name: string }
  onAssigned: (result: DriverExamResult) => void
  onClose: () => void
}

interface Adult {
  id: number
  name: string
  hint?: string | undefined
}

const toAdult = ({ id, name, organizationNames }: FoundAdult): Adult => ({
  id,
  name,
  hint: organizationNames.join(', ') || undefined,
})

function useAdults({ examId, child, onAssigned }: GuardianDialogProps) {
  const [own, setOwn] = useState<Adult[] | null>(null)
  const [found, setFound] = useState<Adult[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  useEffect(() => {
    api('GET /User/:id/guardian', { params: { id: child.id } })
      .then((links) => {
        const adults = links.filter((link) => link.childUserId === child.id && link.confirmed).map(({ adult }) => adult)
        setOwn(adults)
        setChosen((now) => now ?? adults[0]?.id ?? null)
      })
      // A person who may not read the guardian links searches instead; no error is shown.
      .catch(() => setOwn([]))
  }, [child.id])
  const attempt = async (operation: () => Promise<void>) => {
    setIsBusy(true)
    setFailure(null)
    await operation().catch((error: unknown) => setFailure(toFailure(error).message))
    setIsBusy(false)
  }
  return {
    own,
    found,
    failure,
    isBusy,
    chosen,
    choose: setChosen,
    search: (searchString: string) =>
      attempt(async () => {
        const body = { searchString, childUserId: child.id }
        setFound((await api('POST /EducationPartsPracticalDriverExam/searchAdults', { body })).map(toAdult))
      }),
    assign: (adultUserId: number) =>
      attempt(async () => {
        const call = 'PUT /EducationPartsPracticalDriverExam/:id/assignguardian'
        onAssigned(await api(call, { params: { id: examId }, body: { adultUserId, childUserId: child.id } }))
      }),
  }
}

const choicesOf = (adults: readonly Adult[]) =>
  adults.map(({ id, name, hint }) => ({ value: String(id), label: name, hint }))

/**
 * Dialog that chooses and saves the accompanying guardian: one of the driver's own confirmed ones, the first of whom is
 * preselected, or an adult found by three letters of the name. `onAssigned` receives the stored sign-up and must close
 * the dialog. A failure is shown; when the driver's guardians cannot be read, only the search is offered.
 */
export function GuardianDialog(props: GuardianDialogProps) {
  const { child, onClose } = props
  const t = useTexts('exams')
  const adults = useAdults(props)
  const [text, setText] = useState('')
  const all = [...(adults.own ?? []), ...(adults.found ?? [])]
  const chosen = all.find(({ id }) => id === adults.chosen)
  const isShort = (text.match(/\p{L}/gu) ?? []).length < 3
  const actions = (
    <>
      <Button
        tone="primary"
        disabled={!chosen}
        isBusy={adults.isBusy}
        onClick={() => chosen && void adults.assign(chosen.id)}
      >
        {chosen ? t('guardian.assign', { name: chosen.name }) : t('guardian.assignNone')}
      </Button>
      <Button onClick={onClose}>{t('cancel')}</Button>
    </>
  )
  const group = (name: string, label: string, list: readonly Adult[]) => (
    <RadioGroup
      name={name}
      label={label}
      choices={choicesOf(list)}
      value={String(adults.chosen ?? '')}
      onChange={(id) => adults.choose(Number(id))}
    />
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('guardian.of', { name: child.name })}
      closesOutside={false}
      actions={actions}
    >
      <div className="grid grid-cols-1 gap-5">
        <p className="text-muted">{t('guardian.about')}</p>
        {adults.failure && <ErrorBox>{adults.failure}</ErrorBox>}
        {adults.own && adults.own.length > 0 && group('own-guardian', t('guardian.own'), adults.own)}
        <form
          className="flex flex-wrap items-start gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isShort) void adults.search(text)
          }}
        >
          <Field
            name="adult"
            type="search"
            label={t('guardian.search')}
            hint={t('guardian.searchHint')}
            className="flex-1 basis-56"
            value={text}
            maxLength={100}
            onChange={(event) => setText(event.target.value)}
          />
          <Button
            type="submit"
            icon={<Icon of={Search} size={18} />}
            className={fieldLook.besideControlInWide}
            disabled={isShort}
            isBusy={adults.isBusy}
          >
            {t('guardian.find')}
          </Button>
        </form>
        <div role="status">
          {adults.found?.length === 0 && <p className="text-muted">{t('guardian.nobody')}</p>}
          {adults.found && adults.found.length > 0 && group('found-guardian', t('guardian.found'), adults.found)}
          {adults.found?.length === 10 && <p className="mt-2 text-sm text-muted">{t('guardian.more')}</p>}
        </div>
      </div>
    </Dialog>
  )
}
