import { edited } from '../client/letters.ts'
import { frozenOrder, orderWithIntent, paidOrder, payOrder, secretFor } from './order.ts'
import { atNext, broken, cancelCall, createCall, once, type Story } from './story.ts'

/** Orders of several letters: made, changed, paid, cancelled. */
export const orderStories: Record<string, Story> = {
  async 'pays three letters at once, and they are printed and posted'(server, seed) {
    const { customer, order } = await paidOrder(server, seed)
    const sum = order.reduce((cents, { total }) => cents + total, 0)
    const shown = await customer.orderShown(order[1]!)
    const isOther = shown?.letters !== order.length || shown.total !== sum
    return broken('M3', order[1]!, isOther && `its page says ${shown?.letters} letters for ${shown?.total}`)
  },
  async 'an order is made again without one letter, and the old form is paid'(server, seed) {
    const old = await orderWithIntent(server, seed)
    const fewer = old.order.slice(0, 2)
    const secret = await secretFor(old.customer, fewer)
    const isPaid = await payOrder(old)
    await payOrder({ ...old, order: fewer, secret })
    return broken('M4', old.order[0]!, isPaid && 'the form of the larger order could still be paid')
  },
  async 'two tabs ask for different letters at once'(server, seed) {
    const { customer, order } = await frozenOrder(server, seed)
    const lists = [order.slice(0, 2), order.slice(1)]
    const intents = await Promise.all(lists.map((list) => customer.askIntent(list[0]!, list)))
    for (const [at, intent] of intents.entries())
      if (intent && 'secret' in intent) await customer.pay(order[1]!, intent.secret, 'good', lists[at])
  },
  async 'a second tab asks for other letters before the first has its response'(server, seed) {
    const { customer, order } = await frozenOrder(server, seed)
    const [first, second] = [order.slice(0, 2), order.slice(1)]
    let other = ''
    atNext(server, 'after', `cards ${createCall}`, async () => {
      const intent = await customer.askIntent(second[0]!, second)
      if (intent && 'secret' in intent) other = intent.secret
    })
    const intent = await customer.askIntent(first[0]!, first)
    if (other) await customer.pay(second[0]!, other, 'good', second)
    if (intent && 'secret' in intent) await customer.pay(first[0]!, intent.secret, 'good', first)
  },
  async 'the response for an order is lost, and another order is requested'(server, seed) {
    const { customer, order } = await frozenOrder(server, seed)
    server.network.failureOf = once(createCall, 'response-lost')
    await customer.askIntent(order[0]!, order)
    const fewer = order.slice(1)
    await payOrder({ customer, order: fewer, secret: await secretFor(customer, fewer) })
  },
  async 'one letter of an order is edited, and the old form is paid'(server, seed) {
    const old = await orderWithIntent(server, seed)
    const newer = await old.customer.freeze(edited(old.letters[0]!))
    if (!newer) throw new Error('the edit was not taken')
    await old.customer.see(newer)
    const isPaid = await payOrder(old)
    const order = [newer, ...old.order.slice(1)]
    await payOrder({ ...old, order, secret: await secretFor(old.customer, order) })
    return broken('M4', old.order[0]!, isPaid && 'the old form could still be paid')
  },
  async 'the account is erased while an order is paid'(server, seed) {
    const one = await orderWithIntent(server, seed)
    atNext(server, 'before', `cards ${cancelCall}`, () => payOrder(one))
    await one.customer.erase()
  },
}
