const box =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-3 font-medium tabular-nums'

export const paginationLook = {
  frame: 'flex flex-wrap items-center justify-center gap-1',
  list: 'flex gap-1 max-sm:hidden',
  box,
  onPhone: `${box} sm:hidden`,
  step: `${box} hover:bg-hover`,
  page: `${box} hover:bg-hover aria-[current=page]:bg-accent-ink aria-[current=page]:text-on-accent-ink`,
}

/**
 * Returns the URL `address` of a list with `page` as its parameter. The first page has no parameter, so that it has a
 * single URL.
 */
export function toPageUrl(address: string, page: number) {
  const [path = '', search = ''] = address.split('?')
  const query = new URLSearchParams(search)
  if (page > 1) query.set('page', String(page))
  else query.delete('page')
  return query.size > 0 ? `${path}?${query}` : path
}
