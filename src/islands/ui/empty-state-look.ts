export const emptyStateLook = {
  frame: 'flex flex-col items-center rounded-card border border-dashed border-control-line px-6 py-12 text-center',
  icon: 'mb-4 grid size-14 place-items-center rounded-full bg-hover text-muted',
  title: 'font-display text-xl font-bold',
  text: 'mt-1 max-w-text text-muted',
  actions: 'mt-5 flex flex-wrap justify-center gap-3',
}
