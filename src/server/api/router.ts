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

/** Finds calls by method and path, without regard to case, with or without a trailing slash (gaps C-09). */
export function routerOf(calls: readonly ServedCall[]) {
  const byLength = new Map<number, Route[]>()
  for (const route of calls.map(routeOf)) {
    const same = byLength.get(route.segments.length) ?? []
    byLength.set(route.segments.length, [...same, route])
  }
  for (const routes of byLength.values()) routes.sort((a, b) => specificity(a).localeCompare(specificity(b)))

  return {
    find(method: string, path: string): Match | null {
      const given = segmentsOf(path)
      for (const route of byLength.get(given.length) ?? []) {
        if (route.method !== method) continue
        const params = paramsOf(route, given)
        if (params) return { served: route.served, params }
      }
      return null
    },
    methodsAt(path: string): Method[] {
      const given = segmentsOf(path)
      const found = (byLength.get(given.length) ?? []).filter((route) => paramsOf(route, given))
      return [...new Set(found.map((route) => route.method as Method))]
    },
  }
}

export type Router = ReturnType<typeof routerOf>
