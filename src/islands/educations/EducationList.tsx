import { SearchX } from 'lucide-react'
import type { EducationFilters as Choices, EducationPage, OwnEducation } from '#api/office/education-list/contract.ts'
import { island, useTexts } from '../texts.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { ActiveFilters } from './ActiveFilters.tsx'
import { EducationCard } from './EducationCard.tsx'
import { EducationFilters } from './EducationFilters.tsx'
import { activeFilters, addressOfList, type ListFilter } from './list-address.ts'

interface ListProps {
  filter: ListFilter
  choices: Choices
  found: EducationPage
  own: readonly OwnEducation[]
}

function Nothing({ filter, found }: Pick<ListProps, 'filter' | 'found'>) {
  const t = useTexts('educations')
  const isPastEnd = found.total > 0
  const isNarrowed = activeFilters(filter).length > 0
  const icon = <SearchX size={26} aria-hidden />
  if (isPastEnd)
    return (
      <EmptyState
        icon={icon}
        title={t('empty.page')}
        actions={<Button href={addressOfList(filter)}>{t('empty.firstPage')}</Button>}
      />
    )
  if (!isNarrowed)
    return (
      <EmptyState icon={icon} title={t('empty.none')}>
        {t('empty.noneText')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={icon}
      title={t('empty.title')}
      actions={<Button href="/educations?all=1">{t('clearFilters')}</Button>}
    >
      {t('empty.text')}
    </EmptyState>
  )
}

/** Beyond what is counted the pages go on as long as they are full. */
function pagesOf({ total, more, items, page, pageSize }: EducationPage): number {
  const counted = Math.ceil(total / pageSize)
  return more ? Math.max(counted, page + (items.length === pageSize ? 1 : 0)) : counted
}

function Found({ filter, choices, found, own }: ListProps) {
  const t = useTexts('educations')
  const ownById = new Map(own.map((one) => [one.educationId, one]))
  return (
    <>
      {found.near && <InfoBox>{t('near', { text: filter.text })}</InfoBox>}
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {found.items.map((education) => (
          <EducationCard
            key={education.id}
            education={education}
            categories={choices.categories.filter(({ id }) => education.educationCategoryIds.includes(id))}
            own={ownById.get(education.id)}
          />
        ))}
      </div>
      {found.items.length === 0 && <Nothing {...{ filter, found }} />}
      <Pagination page={found.page} pages={pagesOf(found)} address={addressOfList(filter)} />
    </>
  )
}

function List(props: ListProps) {
  const { filter, choices, found } = props
  const t = useTexts('educations')
  const active = activeFilters(filter)
  const count = found.more ? t('countMore', { count: found.total }) : t('count', { count: found.total })
  return (
    <div className="grid gap-6 lg:grid-cols-[17rem_1fr] lg:gap-10">
      <aside aria-label={t('filters')}>
        <EducationFilters {...{ filter, choices }} active={active.filter(({ kind }) => kind !== 'text').length} />
      </aside>
      <div className="grid content-start gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="font-semibold tabular-nums">{count}</p>
          <ActiveFilters filters={active} choices={choices} />
        </div>
        <Found {...props} />
      </div>
    </div>
  )
}

/** The list of educations with its filters; whole without a script. */
export const EducationList = island(List)
