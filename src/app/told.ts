import { forgetAddresses } from '#features/addresses/server/addresses.service.ts'
import { forgetCart } from '#features/cart/server/cart.service.ts'
import { joinCart } from '#features/cart/server/cart-owner.ts'
import { forgetWishlist } from '#features/catalogue/server/wishlist.service.ts'
import { leaveChat } from '#features/chat/server/chat.service.ts'
import type { SignInTold } from '#features/sign-in/server/sign-in.told.ts'

/** Who is told what by features below them, in this order. */
export const signInTold: SignInTold = {
  addressProved: [forgetAddresses, forgetWishlist, forgetCart, leaveChat],
  ownerCame: [joinCart],
}
