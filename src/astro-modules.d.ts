/** Lets a module that is no page name a component. Pages and components see its properties; other modules do not. */
declare module '*.astro' {
  const component: import('astro/runtime/server/index.js').AstroComponentFactory
  export default component
}
