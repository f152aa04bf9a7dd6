import { CalendarSync } from '@lucide/icons'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Select } from '../ui/Select.tsx'
import { SubscriptionRow } from './SubscriptionRow.tsx'
import { createSubscriptionsState, type SubscriptionKind, type SubscriptionsStore } from './subscriptions-state.ts'

interface SubscriptionsProps {
  /** Clubs that the person belongs to. */
  clubs: readonly { id: number; name: string }[]
  leads: boolean
}

interface SectionProps {
  kind: Exclude<SubscriptionKind, 'club'>
  store: SubscriptionsStore
}

function Section({ kind, store }: SectionProps) {
  const t = useTexts('calendar')
  const { all, busyId } = useStore(store.$state)
  const subscription = all?.find((one) => one.kind === kind)
  const name = t(`subscribe.${kind}`)
  return (
    <section className="grid grid-cols-1 gap-2 border-t border-line pt-4">
      <h3>{name}</h3>
      <p className="text-sm text-muted">{t(`subscribe.${kind}Hint`)}</p>
      {subscription && <SubscriptionRow subscription={subscription} name={name} store={store} />}
      {all && !subscription && (
        <Button
          className="justify-self-start"
          isBusy={busyId === `make ${kind}`}
          aria-label={t('subscribe.makeFor', { name })}
          onClick={() => void store.create(kind, null)}
        >
          {t('subscribe.make')}
        </Button>
      )}
    </section>
  )
}

function ClubSection({ clubs, store }: Pick<SubscriptionsProps, 'clubs'> & { store: SubscriptionsStore }) {
  const t = useTexts('calendar')
  const { all, busyId } = useStore(store.$state)
  const subscriptions = all?.filter(({ kind }) => kind === 'club') ?? []
  const others = clubs.filter(({ id }) => subscriptions.every(({ organizationId }) => organizationId !== id))
  const [chosen, setChosen] = useState('')
  const clubId = Number(chosen) || others[0]?.id
  return (
    <section className="grid grid-cols-1 gap-2 border-t border-line pt-4">
      <h3>{t('subscribe.club')}</h3>
      <p className="text-sm text-muted">{t('subscribe.clubHint')}</p>
      {subscriptions.map((one) => (
        <SubscriptionRow key={one.id} subscription={one} name={one.organizationName ?? ''} store={store} />
      ))}
      {all && clubId !== undefined && others.length > 0 && (
        <div className="flex flex-wrap items-end gap-3">
          <Select
            name="club"
            label={t('subscribe.chooseClub')}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            value={String(clubId)}
            onChange={(event) => setChosen(event.currentTarget.value)}
            className="min-w-56 flex-1"
          />
          <Button
            isBusy={busyId === 'make club'}
            aria-label={t('subscribe.makeFor', { name: t('subscribe.club') })}
            onClick={() => void store.create('club', clubId).then(() => setChosen(''))}
          >
            {t('subscribe.make')}
          </Button>
        </div>
      )}
    </section>
  )
}

function SubscribeButton({ clubs, leads }: SubscriptionsProps) {
  const t = useTexts('calendar')
  const [open, setOpen] = useState(false)
  const [store] = useState(() => createSubscriptionsState(t('subscribe.failed')))
  const { refusal } = useStore(store.$state)
  function show() {
    setOpen(true)
    void store.load()
  }
  return (
    <>
      <Button icon={<Icon of={CalendarSync} size={18} />} onClick={show}>
        {t('subscribe')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('subscribe.title')}>
        <div className="grid grid-cols-1 gap-5">
          <p>{t('subscribe.lead')}</p>
          {refusal && <ErrorBox>{refusal}</ErrorBox>}
          <Section kind="own" store={store} />
          {leads && <Section kind="teaching" store={store} />}
          {clubs.length > 0 && <ClubSection clubs={clubs} store={store} />}
        </div>
      </Dialog>
    </>
  )
}

/**
 * Button and dialog for subscribing to the calendar in another calendar program: the own one, the taught occasions with
 * `leads`, and those of the person's clubs. The subscriptions are loaded when it opens; a failure is shown.
 */
export const Subscriptions = island(SubscribeButton)
