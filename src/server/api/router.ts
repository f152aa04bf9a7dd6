import type { Method } from './calls.ts'
import type { ServedCall } from './serve.ts'

interface Segment {
  literal: string | null
  param: string
  numeric: boolean
}

interface Route {
  served: ServedCall
  method: string
  segments: Segment[]
}

export interface Match {
  served: ServedCall
  params: Record<string, string>
}

const segmentsOf = (path: string) => path.replace(/^\/|\/$/g, '').split('/')

function routeOf(served: ServedCall): Route {
  const [method = '', path = ''] = served.name.split(' ')
  const texts = served.call.params?.shape ?? {}
  const segments = segmentsOf(path).map((segment) =>
    segment.startsWith(':')
      ? { literal: null, param: segment.slice(1), numeric: !(segment.slice(1) in texts) }
      : { literal: segment.toLowerCase(), param: '', numeric: false },
  )
  return { served, method, segments }
}

/** Literal segments win over params, leftmost first (gaps C-12). */
const specificity = (route: Route) =>
  route.segments.map((s) => (s.literal === null ? (s.numeric ? '1' : '2') : '0')).join('')

function paramsOf(route: Route, given: string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [index, segment] of route.segments.entries()) {
    const text = given[index] ?? ''
    if (segment.literal !== null) {
      if (segment.literal !== text.toLowerCase()) return null
    } else {
      if (text === '' || (segment.numeric && !/^\d{1,10}$/.test(text))) return null
      try {
        params[segment.param] = decodeURIComponent(text)
      } catch {
        return null
      }
    }
  }
  return params
}

/** Calls that may be meant have as many segments and the same first one, which is a word in all of them. */
const beginningOf = ([first = '', ...more]: string[]) => `${first.toLowerCase()} ${more.length}`

/** Finds calls by method and path, without regard to case, with or without a trailing slash (gaps C-09). */
export function routerOf(calls: readonly ServedCall[]) {
  const byBeginning = new Map<string, Route[]>()
  for (const route of calls.map(routeOf)) {
    if (!route.segments[0]?.literal) throw new Error(`${route.served.name} must begin with a word`)
    const beginning = beginningOf(route.segments.map(({ literal }) => literal ?? ''))
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), route])
  }
  for (const routes of byBeginning.values()) routes.sort((a, b) => specificity(a).localeCompare(specificity(b)))
  const near = (given: string[]) => byBeginning.get(beginningOf(given)) ?? []

  return {
    find(method: string, path: string): Match | null {
      const given = segmentsOf(path)
      for (const route of near(given)) {
        if (route.method !== method) continue
        const params = paramsOf(route, given)
        if (params) return { served: route.served, params }
      }
      return null
    },
    methodsAt(path: string): Method[] {
      const given = segmentsOf(path)
      const found = near(given).filter((route) => paramsOf(route, given))
      return [...new Set(found.map((route) => route.method as Method))]
    },
  }
}

export type Router = ReturnType<typeof routerOf>
