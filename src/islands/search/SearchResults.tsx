import { BookOpen, CalendarDays, FileText, Link as LinkIcon, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type {
  FoundEducation,
  FoundMedium,
  FoundOccasion,
  FoundPerson,
  SearchResults,
} from '#api/office/search/contract.ts'
import { momentText } from '#locales/moments.ts'
import { island, useLanguage, useTexts } from '../texts.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Link } from '../ui/Link.tsx'

interface HitProps {
  href: string
  title: string
  icon: ReactNode
  notes: readonly (string | null)[]
  badge?: ReactNode
}

/** One hit: the whole row leads there. */
function Hit({ href, title, icon, notes, badge }: HitProps) {
  return (
    <li className="relative flex items-start gap-4 px-5 py-3.5 transition-colors hover:bg-hover">
      <span className="mt-0.5 shrink-0 text-muted">{icon}</span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <a href={href} className="font-semibold after:absolute after:inset-0 hover:text-accent-ink">
            {title}
          </a>
          {badge}
        </p>
        <p className="text-sm text-muted">{notes.filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  )
}

interface GroupProps<Item> {
  id: string
  found: { items: readonly Item[]; more: boolean } | null
  hit: (item: Item) => ReactNode
  /** What leads to the rest. */
  rest?: ReactNode
}

function Group<Item>({ id, found, hit, rest }: GroupProps<Item>) {
  const t = useTexts('search')
  if (!found || found.items.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3">
        {t(id)}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {found.items.map(hit)}
      </ul>
      {found.more && <p className="mt-3 text-sm text-muted">{rest ?? t('more')}</p>}
    </section>
  )
}

function EducationHit({ id, title, shortDescription, published, categories }: FoundEducation) {
  const t = useTexts('search')
  const badge = published ? undefined : <Badge tone="warning">{t('unpublished')}</Badge>
  const notes = [categories.join(', '), shortDescription]
  return <Hit href={`/education/${id}`} icon={<BookOpen size={20} aria-hidden />} {...{ title, notes, badge }} />
}

function OccasionHit(found: FoundOccasion) {
  const language = useLanguage()
  const { educationId, educationPartId, educationTitle, title, startDate, venue, city } = found
  const place = [venue, city].filter(Boolean).join(', ')
  return (
    <Hit
      href={`/education/${educationId}#part-${educationPartId}`}
      title={title}
      icon={<CalendarDays size={20} aria-hidden />}
      notes={[momentText(startDate, 'moment', language), place, title === educationTitle ? null : educationTitle]}
    />
  )
}

function MediumHit({ title, description, kind, url }: FoundMedium) {
  const t = useTexts('search')
  const isLink = kind === 1
  const Icon = isLink ? LinkIcon : FileText
  return (
    <Hit
      href={url}
      title={title}
      icon={<Icon size={20} aria-hidden />}
      notes={[isLink ? t('link') : t('file'), description]}
    />
  )
}

const PersonHit = ({ id, name, pictureUrl, organizations }: FoundPerson) => (
  <Hit
    href={`/profile/${id}`}
    title={name}
    icon={<Avatar name={name} src={pictureUrl} size="small" />}
    notes={Object.values(organizations)}
  />
)

function Nothing({ q }: { q: string }) {
  const t = useTexts('search')
  return (
    <EmptyState
      icon={<SearchX size={26} aria-hidden />}
      title={t('none.title', { q })}
      actions={<Button href="/educations?all=1">{t('none.action')}</Button>}
    >
      {t('none.text')}
    </EmptyState>
  )
}

const isEmpty = ({ educations, occasions, media, people }: SearchResults) =>
  [educations, occasions, media, people].every((group) => !group || group.items.length === 0)

function Results({ q, found }: { q: string; found: SearchResults }) {
  const t = useTexts('search')
  if (isEmpty(found)) return <Nothing q={q} />
  const all = <Link href={`/educations?text=${encodeURIComponent(q)}`}>{t('allEducations')}</Link>
  return (
    <div className="grid max-w-4xl gap-8">
      <p className="sr-only" role="status">
        {t('resultsFor', { q })}
      </p>
      {found.near && <InfoBox>{t('near', { q })}</InfoBox>}
      <Group id="educations" found={found.educations} hit={(it) => <EducationHit key={it.id} {...it} />} rest={all} />
      <Group id="occasions" found={found.occasions} hit={(it) => <OccasionHit key={it.id} {...it} />} />
      <Group id="people" found={found.people} hit={(it) => <PersonHit key={it.id} {...it} />} />
      <Group id="media" found={found.media} hit={(it) => <MediumHit key={it.id} {...it} />} />
    </div>
  )
}

/** What a question found, by kind; whole without a script. */
export const FoundList = island(Results)
