import { CalendarDays, MapPin, Users, Wallet } from '@lucide/icons'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { findFewestSeats } from '#api/participation/tags/rules.ts'
import { periodText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import type { Translate } from '#locales/translate.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import type { FieldProblem } from '../ui/error-summary-look.ts'
import { Icon } from '../ui/Icon.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import type { ChosenCompanion } from './companions.ts'
import type { OccasionChoice } from './SignUp.tsx'
import { SignUpFields } from './SignUpFields.tsx'
import { SignUpNotices, TogetherOccasions } from './SignUpNotices.tsx'
import { SignUpTerms } from './SignUpTerms.tsx'
import { chosenMethod, isAskedOfGuardian, lacksPaymentMethod, problemText, type SignUpStore } from './sign-up-state.ts'

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-center gap-2.5">
    <span className="text-muted">{icon}</span>
    {children}
  </li>
)

function Summary({ occasion, offer }: { occasion: OccasionChoice | undefined; offer: SignUpOffer }) {
  const t = useTexts('sign-ups')
  const language = useLanguage()
  const seats = findFewestSeats([occasion?.availableSpots ?? null, ...offer.together.map((one) => one.availableSpots)])
  const place = occasion && [occasion.venue, occasion.city].filter(Boolean).join(', ')
  const nothing = t(offer.isFeePaid ? 'nothingToPay' : 'free')
  return (
    <ul className="grid gap-1.5">
      {occasion && (
        <Fact icon={<Icon of={CalendarDays} size={18} />}>
          {periodText(occasion.startDate, occasion.endDate, language)}
        </Fact>
      )}
      {place && <Fact icon={<Icon of={MapPin} size={18} />}>{place}</Fact>}
      {seats !== null && <Fact icon={<Icon of={Users} size={18} />}>{t('availableSeats', { count: seats })}</Fact>}
      <Fact icon={<Icon of={Wallet} size={18} />}>{offer.fee > 0 ? moneyText(offer.fee, language) : nothing}</Fact>
    </ul>
  )
}

function OccasionChoices({ occasions, store }: { occasions: readonly OccasionChoice[]; store: SignUpStore }) {
  const t = useTexts('sign-ups')
  const language = useLanguage()
  const { occasionId } = useStore(store.$state)
  const choices = occasions.map(({ id, startDate, endDate, city, availableSpots }) => ({
    value: String(id),
    label: periodText(startDate, endDate, language),
    hint: availableSpots === null ? city : `${city} · ${t('availableSeats', { count: availableSpots })}`,
  }))
  return (
    <RadioGroup
      name="occasion"
      label={t('chooseOccasion')}
      choices={choices}
      value={String(occasionId ?? '')}
      onChange={(id) => void store.choose(Number(id))}
    />
  )
}

function actionText(offer: SignUpOffer, paysByCard: boolean, t: Translate) {
  if (paysByCard) return t('toPayment')
  if (isAskedOfGuardian(offer)) return t('askGuardian')
  return t(offer.needsApproval ? 'apply' : 'confirmSignUp')
}

interface SignUpDialogProps {
  title: string
  occasions: readonly OccasionChoice[]
  store: SignUpStore
  /** Further notes or choices before the fields. */
  children?: ReactNode
  /** Placed after the fields. */
  after?: ReactNode
  /** Name of the person, when it is another than the reader. */
  person?: string | undefined
  /** Problems of the fields of `after`, as text; listed with the dialog's own. */
  furtherProblems?: readonly FieldProblem[]
  /** The people who are signed up along with the person. */
  companions?: readonly ChosenCompanion[]
}

/** The fees of everybody together; nothing for one person, or without any. */
function TotalFee({ offer, companions }: { offer: SignUpOffer; companions: readonly ChosenCompanion[] }) {
  const t = useTexts('sign-ups')
  const language = useLanguage()
  const total = companions.reduce((sum, { fee }) => sum + fee, offer.fee)
  if (companions.length === 0 || total === 0) return null
  return (
    <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
      <span>{t('totalFee', { count: companions.length + 1 })}</span>
      <span>{moneyText(total, language)}</span>
    </p>
  )
}

/**
 * Dialog of a sign-up: the choice of an occasion where there are several, summary, notices, `children`, fields, `after`
 * and consequences, the last three only while it can be sent, with the total of several people's fees. Nothing is sent
 * before its last button, which is absent while the offer does not allow the sign-up or has a fee without a way to pay.
 * It opens and closes by `store`. `furtherProblems`, those of companions, join its own in the list of errors.
 */
export function SignUpDialog({
  title,
  occasions,
  store,
  children,
  after,
  person,
  furtherProblems = [],
  companions = [],
}: SignUpDialogProps) {
  const t = useTexts('sign-ups')
  const { open, offer, form, occasionId, saving, refusal, problems, attempts } = useStore(store.$state)
  const maySend = offer?.allowed === true && !lacksPaymentMethod(offer)
  const paysByCard = offer !== null && chosenMethod(form, offer) === 'card'
  const actions = (
    <>
      {maySend && (
        <Button tone="primary" isBusy={saving} onClick={() => void store.send()}>
          {actionText(offer, paysByCard, t)}
        </Button>
      )}
      <Button onClick={store.close}>{maySend ? t('notNow') : t('close')}</Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={store.close}
      title={person ? t('signUpPersonTo', { title, name: person }) : t('signUpTo', { title })}
      closesOutside={false}
      actions={actions}
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void store.send()
        }}
      >
        <ErrorSummary
          refusal={attempts}
          problems={[
            ...problems.map((one) => ({ name: one.name, message: problemText(one, offer, t) })),
            ...furtherProblems,
          ]}
        />
        {refusal && <ErrorBox>{refusal}</ErrorBox>}
        {occasions.length > 1 && <OccasionChoices occasions={occasions} store={store} />}
        {!offer && !refusal && <p className="min-h-24 animate-pulse text-muted">{t('loading')}</p>}
        {offer && (
          <>
            <Summary occasion={occasions.find(({ id }) => id === occasionId)} offer={offer} />
            <TogetherOccasions offer={offer} person={person} />
            <SignUpNotices offer={offer} occasionId={occasionId} person={person} />
            {children}
            {maySend && <SignUpFields offer={offer} store={store} person={person} />}
            {maySend && after}
            {maySend && <TotalFee offer={offer} companions={companions} />}
            {maySend && <SignUpTerms offer={offer} form={form} person={person} companions={companions} />}
          </>
        )}
      </form>
    </Dialog>
  )
}
