import { openBrowser, wordsOf, type Browser, type Tables } from './browser.ts'
import { openTab } from './tab.ts'

const mostTabs = 3
const mostTasks = 5000

/** Lets the numbers decide what happens; once they are used up, the first that can. */
function chooser(numbers: number[]) {
  let at = 0
  return (of: number) => (numbers[at++] ?? 0) % of
}

function runTask({ tasks }: Browser, number: number) {
  const chosen = tasks[number]
  // What one tab posts to another arrives in order.
  const at = tasks.findIndex((one) => one === chosen || (one.tab === chosen?.tab && one.name === chosen.name))
  tasks.splice(at, 1)[0]?.run()
}

/** Everything that is under way ends, without a failure. */
function settle(browser: Browser) {
  browser.isCalm = true
  for (let done = 0; browser.tasks.length; done++) {
    if (done > mostTasks) throw new Error('it never rests')
    runTask(browser, 0)
    browser.pass()
  }
}

type Tab = ReturnType<typeof openTab>
const isErasing = ({ tasks, clearing }: Browser, tabs: Tab[]) =>
  tasks.some(({ name }) => name.startsWith('forget')) ||
  tabs.some(({ id, isOpen }) => isOpen() && clearing.has(id))

/** Another device of the same person. */
function typeElsewhere(browser: Browser) {
  const [draft] = browser.account.list()
  const word = `z${browser.words.typed.size}`
  browser.words.typed.add(word)
  const content = `<p>${[...wordsOf(draft?.content ?? ''), word].join(' ')}</p>`
  const id = draft?.id ?? `z${++browser.names}`
  browser.account.keep(id, (draft?.version ?? 0) + 1, content, browser.pass())
}

/** What went wrong when some tabs and another device worked on a letter in the order that the numbers say. */
export function runOf(numbers: number[], tables: Tables = {}): string[] {
  const choose = chooser(numbers)
  const browser = openBrowser(tables, (of) => choose(of) === of - 1)
  const tabs: Tab[] = []
  const open = () => tabs.filter((tab) => tab.isUsable())
  const some = () => open()[choose(open().length)]
  // Nobody sends a letter in one tab while erasing it in another.
  const isAtRest = () => tabs.every((tab) => !tab.isOpen() || tab.isUsable()) && !isErasing(browser, tabs)
  const add = () => {
    const tab = openTab(browser, tabs.length)
    for (const list of [tabs, browser.tabs]) list.push(tab)
  }
  // Whoever has just erased the letter in one tab needs longer to reach the keys in another than the news of it.
  const type = () => {
    const tab = some()
    if (tab && !browser.clearing.has(tab.id)) tab.type()
  }
  const goOn = () => browser.tasks.length && runTask(browser, choose(browser.tasks.length))
  const acts = [
    ...Array.from({ length: 9 }, () => goOn),
    ...Array.from({ length: 4 }, () => type),
    () => open().length < mostTabs && !isErasing(browser, tabs) && add(),
    () => some()?.kill(),
    () => some()?.leave(),
    () => some()?.request({ is: 'look' }),
    () =>
      open()
        .find((tab) => tab.state().is === 'older')
        ?.request({ is: 'follow' }),
    () => isAtRest() && some()?.erase(),
    () => isAtRest() && some()?.pay(),
    () => typeElsewhere(browser),
  ]
  add()
  add()
  for (let step = 0; step < numbers.length / 2; step++) {
    browser.pass()
    acts[choose(acts.length)]?.()
  }
  settle(browser)
  typeElsewhere(browser)
  for (let round = 0; round < 2; round++) {
    open()[0]?.type()
    settle(browser)
  }
  for (const tab of open()) for (const is of ['flush', 'look'] as const) tab.request({ is })
  settle(browser)
  return [...browser.faults, ...lost(browser), ...cameBack(browser), ...untold(browser, open())]
}

const lost = ({ words: { typed, erased, excused }, isKept }: Browser) =>
  [...typed]
    .filter((word) => !erased.has(word) && !excused.has(word) && !isKept(word))
    .map((word) => `${word} is lost`)

function cameBack({ words, tabs, isKept }: Browser) {
  const shown = tabs.filter((tab) => tab.isOpen()).flatMap((tab) => wordsOf(tab.text()))
  return [...words.erased]
    .filter((word) => shown.includes(word) || isKept(word))
    .map((word) => `${word} was erased and came back`)
}

/** Tabs that show another text than the journal's, and whose writer does not know. */
const untold = ({ journal }: Browser, tabs: Tab[]) =>
  tabs
    .filter((tab) => tab.text() !== (journal.current()?.html ?? ''))
    .filter(({ state, reports }) => state().is !== 'older' || !reports.includes('other-tab'))
    .filter(({ reports }) => reports.at(-1) !== 'refused')
    .map((tab) => `tab ${tab.id} shows "${tab.text()}" and was not told`)
