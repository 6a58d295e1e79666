/** An order's page, except its steps and its payment. */
export const order = {
  'Your order · Jhatpat': 'आपका ऑर्डर · झटपट',
  'Order {id} · Jhatpat': 'ऑर्डर {id} · झटपट',
  'Order not found · Jhatpat': 'ऑर्डर नहीं मिला · झटपट',
  'There is no such order': 'ऐसा कोई ऑर्डर नहीं है',
  'It does not exist, or it is not yours.': 'नहीं मिला। शायद यह आपके अकाउंट का नहीं है।',
  Looking: 'देख रहे हैं',
  '{problem} We go on trying. Your order is kept.': '{problem} हम कोशिश करते रहेंगे। आपका ऑर्डर सुरक्षित है।',
  'We are confirming your order': 'हम आपके ऑर्डर की पुष्टि कर रहे हैं',
  'Please do not refresh or leave the page': 'कृपया पेज को न रिफ़्रेश करें, न छोड़ें',
  'ORDER PLACED SUCCESSFULLY': 'ऑर्डर हो गया',
  'No reason provided': 'कोई वजह नहीं बताई गई',
  '{sentence}.': '{sentence}।',
  'Promised in': 'वादे का बचा समय',
  'What happened to your order': 'आपके ऑर्डर का हाल',
  'Back to payment': 'भुगतान पर लौटें',
  'Buy again': 'फिर से खरीदें',
  'Try once more': 'एक और कोशिश',
  'Choose another pack': 'दूसरा पैक चुनें',
  'Other products': 'दूसरे प्रोडक्ट',
  'View Wallet': 'वॉलेट देखें',
  'Your wallet holds {sum} now.': 'आपके वॉलेट में अब {sum} हैं।',
  'Order details': 'ऑर्डर की जानकारी',
  'Copy the order id': 'ऑर्डर आईडी कॉपी करें',
  'Paid by': 'भुगतान',
  Ordered: 'ऑर्डर किया',
  'You need not wait alone': 'अकेले इंतज़ार न करें',
  'Is that not right?': 'क्या यह ठीक नहीं है?',
  'Ask us any time, with the order’s id: {contact}': 'जब चाहें हमसे पूछें, ऑर्डर आईडी के साथ: {contact}',
  'Tell us within 48 hours, with the order’s id: {contact}':
    '48 घंटे के भीतर हमें बताएँ, ऑर्डर आईडी के साथ: {contact}',

  'This order is closed': 'यह ऑर्डर बंद है',
  'Closed by our team: {reason} Your {sum} was not given back, and nothing more happens by itself.':
    'हमारी टीम ने बंद किया: {reason} आपके {sum} वापस नहीं किए गए, और अपने-आप अब कुछ नहीं होगा।',
  'Money has come that may be yours, and our team looks at it. You get what you bought, or the money in your wallet.':
    'जो पैसा आया है वह शायद आपका है, और हमारी टीम उसे देख रही है। या तो खरीदी हुई चीज़ मिलेगी, या पैसा आपके वॉलेट में।',
  'This is taking longer than promised': 'वादे से ज़्यादा समय लग रहा है',
  '{n} minutes passed at {time}. {where}. It stays open until you have it, or the report of your first order opens again; we write to you either way.':
    '{n} मिनट {time} पर पूरे हो गए। {where}। ऑर्डर तब तक खुला रहेगा जब तक डिलीवरी न हो, या आपके पहले ऑर्डर की शिकायत फिर से न खुले; दोनों में से जो हो, हम लिखकर बताएँगे।',
  '{n} minutes passed at {time}. {where}. It stays open until you have it, or your money is in your wallet; we write to you either way.':
    '{n} मिनट {time} पर पूरे हो गए। {where}। ऑर्डर तब तक खुला रहेगा जब तक डिलीवरी न हो, या पैसा आपके वॉलेट में न आए; दोनों में से जो हो, हम लिखकर बताएँगे।',
  '{n} of {total} packs arrived. The rest is promised by {time}.':
    '{total} में से {n} पैक पहुँचे। बाकी का वादा {time} तक का है।',
  '{where}. It is promised by {time}.': '{where}। इसका वादा {time} तक का है।',
  'We have your order': 'आपका ऑर्डर हमारे पास है',
  'Your order is in the queue': 'आपका ऑर्डर लाइन में है',
  'Your order is on its way to the supplier, which has not answered yet':
    'आपका ऑर्डर सप्लायर को भेजा जा रहा है, उसका जवाब अभी नहीं आया',
  'The supplier has your order': 'सप्लायर के पास आपका ऑर्डर है',
  'The supplier gave no clear answer, and we are finding out what it did':
    'सप्लायर ने साफ़ जवाब नहीं दिया, और हम पता कर रहे हैं कि उसने क्या किया',
  'Your order waits for the supplier to come back': 'आपका ऑर्डर सप्लायर के लौटने का इंतज़ार कर रहा है',
  'The supplier does not take your order at the moment, and we offer it again':
    'सप्लायर अभी आपका ऑर्डर नहीं ले रहा, हम फिर से भेजेंगे',
  'The supplier asks about the account, and our team is on it':
    'सप्लायर ने अकाउंट के बारे में पूछा है, और हमारी टीम इसे देख रही है',
  'Our team looks into your order': 'हमारी टीम आपका ऑर्डर देख रही है',
  'Our team has your order': 'हमारी टीम के पास आपका ऑर्डर है',
  '{n} of {total} packs arrived': '{total} में से {n} पैक पहुँचे',
  '{sum} for the rest is in your wallet.': 'बाकी के {sum} आपके वॉलेट में हैं।',
  'Delivered in {span}': '{span} में डिलीवर',
  '{item}: in {name}’s account.': '{item} की डिलीवरी {name} के अकाउंट में हो गई।',
  '{item}: in account {id}.': '{item} की डिलीवरी अकाउंट {id} में हो गई।',
  ' You paid twice. The second payment of {sum} was refunded to your wallet.':
    ' आपने दो बार पे किया। दूसरे पेमेंट के {sum} वॉलेट में रिफंड हुए।',
  '{sum} is in your wallet': '{sum} आपके वॉलेट में हैं',
  '{sum} is back in your wallet': '{sum} आपके वॉलेट में लौट आए',
  '{other}, so the order was not bought. You can use the money at once.':
    '{other}, इसलिए ऑर्डर नहीं खरीदा गया। पैसा अभी इस्तेमाल कर सकते हैं।',
  'You can use the money at once.': 'पैसा अभी इस्तेमाल कर सकते हैं।',
  '{paid} came instead of {sum}': '{sum} की जगह {paid} आए',
  'The order was not bought.': 'ऑर्डर नहीं खरीदा गया।',
  'The payment did not fit the order': 'भुगतान ऑर्डर से मेल नहीं खाया',
  'The payment was declined': 'भुगतान अस्वीकार हुआ',
  'The payment provider told us so at {time}. Nothing was bought. If money left your account, it will be in your wallet.':
    'भुगतान सेवा ने {time} यह बताया। कुछ नहीं खरीदा गया। पैसा कटा होगा तो आपके वॉलेट में आएगा।',
  'No payment came by {time}, so the order is closed. If money left your account, it will be in your wallet.':
    '{time} तक भुगतान नहीं आया, इसलिए ऑर्डर बंद है। पैसा कटा होगा तो आपके वॉलेट में आएगा।',

  // Reasons as the server records them.
  'The payment was checked by our team': 'भुगतान हमारी टीम ने जाँचा',
  'No payment came': 'भुगतान नहीं आया',
  'The amount paid differs from the price': 'चुकाई गई रकम दाम से अलग है',
  'The payment came late': 'भुगतान देर से आया',
  'The try before was refused': 'पिछली कोशिश मना कर दी गई थी',
  'The try before had no clear answer': 'पिछली कोशिश का साफ़ जवाब नहीं आया था',
  'The supplier knows of no such order': 'सप्लायर के पास ऐसा कोई ऑर्डर नहीं है',
  'The supplier does not know this player.': 'सप्लायर इस खिलाड़ी को नहीं जानता।',
}

/** Its steps: past, current and next. */
export const steps = {
  '{item} for {account}': '{account} के लिए {item}',
  Paid: 'भुगतान मिला',
  '{sum} by UPI.': 'UPI से {sum}।',
  '{sum} from your wallet.': 'वॉलेट से {sum}।',
  ' Transaction {id}': ' लेनदेन {id}',
  ' Bank reference {id}': ' बैंक रेफ़रेंस {id}',
  'Sent to the supplier': 'सप्लायर को भेजा',
  'Offered to the supplier': 'सप्लायर को देने की कोशिश की',
  'Accepted by the supplier': 'सप्लायर ने ले लिया',
  'Supplier’s reference {id}': 'सप्लायर का रेफ़रेंस {id}',
  Delivered: 'डिलीवर हुआ',
  'Supplier’s delivery number {id}': 'सप्लायर का डिलीवरी नंबर {id}',
  'Refused by the supplier': 'सप्लायर ने मना किया',
  'Our team sends it again': 'हमारी टीम फिर से भेज रही है',
  'You chose to wait': 'आपने इंतज़ार चुना',
  '+{points} points on delivery': 'डिलीवरी पर +{points} पॉइंट',
  'No clear answer from the supplier': 'सप्लायर का साफ़ जवाब नहीं आया',
  'We do not send it again until we know, so that nothing is bought twice.':
    'जब तक पता न चले, हम दोबारा नहीं भेजते, ताकि कुछ दो बार न खरीदा जाए।',
  'The supplier did not answer for a while': 'सप्लायर ने कुछ देर जवाब नहीं दिया',
  'The supplier asked about the account': 'सप्लायर ने अकाउंट के बारे में पूछा',
  'Taken by our team': 'हमारी टीम ने लिया',
  'Another payment put into your wallet': 'एक और भुगतान आपके वॉलेट में डाला',
  '{sum} was not needed for this order.': 'इस ऑर्डर के लिए {sum} की ज़रूरत नहीं थी।',
  'It was not needed for this order.': 'इस ऑर्डर के लिए इसकी ज़रूरत नहीं थी।',
  'To {account}.': '{account} को।',
  '{sum} added.': '{sum} जुड़े।',
  'Refunded to your wallet': 'पैसा वॉलेट में लौटा',
  'Closed by our team': 'हमारी टीम ने बंद किया',
  'Closed without a payment': 'भुगतान के बिना बंद',

  'Send to the supplier': 'सप्लायर को भेजना',
  'Deliver to {name}': '{name} को डिलीवरी',
  'Checking the payment': 'भुगतान जाँच रहे हैं',
  'We ask the bank again and again, until {time}.': 'हम बैंक से बार-बार पूछते हैं, {time} तक।',
  'We ask the bank again and again.': 'हम बैंक से बार-बार पूछते हैं।',
  'Our team looks at money that may be yours.': 'हमारी टीम उस पैसे को देख रही है जो शायद आपका है।',
  'In the queue': 'लाइन में है',
  'Waiting for the supplier’s answer': 'सप्लायर के जवाब का इंतज़ार',
  'Waiting for the supplier to deliver': 'सप्लायर की डिलीवरी का इंतज़ार',
  'We are finding out what the supplier did': 'हम पता कर रहे हैं कि सप्लायर ने क्या किया',
  'Waiting for the supplier to come back': 'सप्लायर के लौटने का इंतज़ार',
  'It does not answer just now. Your order is sent as soon as it does.':
    'वह अभी जवाब नहीं दे रहा। जवाब देते ही आपका ऑर्डर भेजा जाएगा।',
  'News by {time}.': 'अगली खबर {time} तक।',
  'Waiting orders go out now, the oldest first.': 'इंतज़ार वाले ऑर्डर अब जा रहे हैं, सबसे पुराना पहले।',
  'That is over: orders go out as usual again.': 'अब कोई देर नहीं: ऑर्डर पहले की तरह जा रहे हैं।',
  'That is over.': 'वह देरी खत्म हुई।',
  'That is over: you can pay by UPI again.': 'अब रुकावट नहीं: आप फिर से UPI से भुगतान कर सकते हैं।',
  'Waiting until the supplier is ready again': 'सप्लायर के फिर तैयार होने का इंतज़ार',
  'Paid and kept. Orders go out one after the other, the oldest first; you need to do nothing.':
    'पैसा मिल गया और ऑर्डर सुरक्षित है। ऑर्डर एक-एक करके जाते हैं, सबसे पुराना पहले; आपको कुछ नहीं करना है।',
  'Your order is paid and kept, and goes out as soon as the supplier is ready again':
    'आपके ऑर्डर का पैसा मिल गया और वह सुरक्षित है; सप्लायर के तैयार होते ही भेजा जाएगा',
  'Not asked yet; the order is kept until it is ready': 'अभी नहीं पूछा; तैयार होने तक ऑर्डर सुरक्षित है',
  'The supplier does not take it at the moment': 'सप्लायर अभी नहीं ले रहा',
  'We offer it again by ourselves; your money is safe.': 'हम अपने-आप फिर भेजेंगे; आपका पैसा सुरक्षित है।',
  'The supplier asks about the account': 'सप्लायर अकाउंट के बारे में पूछ रहा है',
  'Something about the player’s details does not fit. Our team talks to the supplier; your money is safe.':
    'खिलाड़ी की जानकारी में कुछ मेल नहीं खाता। हमारी टीम सप्लायर से बात कर रही है; आपका पैसा सुरक्षित है।',
  'Our team looks into it': 'हमारी टीम देख रही है',
  'Our team delivers this by hand': 'हमारी टीम इसे खुद डिलीवर करती है',
  'Your order is being worked on': 'आपके ऑर्डर पर काम चल रहा है',
  'You can close this page: we send an e-mail when it is delivered.':
    'यह पेज बंद कर सकते हैं: डिलीवरी पर ई-मेल भेजेंगे।',
  'You get what you bought, or the money in your wallet.': 'या तो खरीदी हुई चीज़ मिलेगी, या पैसा आपके वॉलेट में।',
  'You get it, or the report of your first order opens again.':
    'या तो डिलीवरी होगी, या आपके पहले ऑर्डर की शिकायत फिर से खुलेगी।',
  'They send the rest again, or the report of your first order opens again.':
    'टीम बाकी फिर भेजेगी, या आपके पहले ऑर्डर की शिकायत फिर से खुलेगी।',
  'Kept for you. Orders go out one after the other, the oldest first; you need to do nothing.':
    'ऑर्डर आपके लिए सुरक्षित है। ऑर्डर एक-एक करके जाते हैं, सबसे पुराना पहले; आपको कुछ नहीं करना है।',
  'Your order is kept, and goes out as soon as the supplier is ready again':
    'आपका ऑर्डर सुरक्षित है; सप्लायर के तैयार होते ही भेजा जाएगा',
  'We offer it again by ourselves; you need to do nothing.': 'हम अपने-आप फिर भेजेंगे; आपको कुछ नहीं करना है।',
  'Something about the player’s details does not fit. Our team talks to the supplier.':
    'खिलाड़ी की जानकारी में कुछ मेल नहीं खाता। हमारी टीम सप्लायर से बात कर रही है।',
  'They send the rest again, or put its share into your wallet.':
    'टीम बाकी फिर भेजेगी, या उसका हिस्सा आपके वॉलेट में डालेगी।',
}

/** "Where is my money?" */
export const money = {
  'Where is my money?': 'मेरा पैसा कहाँ है?',
  'Money has come that may be yours. Our team asks the bank whose it is; please do not pay again.':
    'जो पैसा आया है वह शायद आपका है। हमारी टीम बैंक से पूछ रही है कि वह किसका है; दोबारा भुगतान न करें।',
  'With us. {sum} is held for this order: {n} of {total} packs arrived, and you get the rest, or its share in your wallet.':
    'हमारे पास, सुरक्षित। इस ऑर्डर के {sum} रखे हैं: {total} में से {n} पैक पहुँचे, और बाकी मिलेंगे, या उनका हिस्सा आपके वॉलेट में।',
  'With us. {sum} is held for this order: you get {item}, or the money in your wallet.':
    'हमारे पास, सुरक्षित। इस ऑर्डर के {sum} रखे हैं: या तो {item} की डिलीवरी होगी, या पैसा आपके वॉलेट में आएगा।',
  '{sum} is in your wallet; the rest is spent on {item}.': '{sum} आपके वॉलेट में हैं; बाकी {item} पर खर्च हुए।',
  'Spent on {item}, delivered at {time}.': '{item} पर खर्च हुआ, {time} पर डिलीवर।',
  'In your wallet since {time}.': '{time} से आपके वॉलेट में।',
  'In your wallet: {sum}.': 'आपके वॉलेट में: {sum}।',
  'Not with us. If it left your account, it will be in your wallet.':
    'हमारे पास नहीं आया। आपके खाते से कटा होगा तो वॉलेट में आएगा।',
  'Kept: our team closed this order without a refund.':
    'रख लिया गया: हमारी टीम ने यह ऑर्डर बिना रिफ़ंड के बंद किया।',
  Bank: 'बैंक',
  'Not asked: this was paid from your wallet': 'पूछा नहीं: भुगतान आपके वॉलेट से हुआ',
  '{sum} received at {time}': '{sum} मिले, {time}',
  '{sum} received': '{sum} मिले',
  'Told of money that we check first': 'पैसे की खबर मिली, पहले हम जाँच रहे हैं',
  'No answer yet': 'अभी जवाब नहीं',
  'Declined the payment': 'भुगतान अस्वीकार किया',
  'Our books': 'हमारा हिसाब',
  '{sum} moved to your wallet': '{sum} आपके वॉलेट में डाले',
  '{sum} held for this order': '{sum} इस ऑर्डर के लिए रखे हैं',
  '{sum} spent on this order': '{sum} इस ऑर्डर पर खर्च हुए',
  '{sum} kept, order closed': '{sum} रखे गए, ऑर्डर बंद',
  'Nothing taken so far': 'अब तक कुछ नहीं लिया',
  'Our team': 'हमारी टीम',
  Supplier: 'सप्लायर',
  '{n} of {total} packs delivered': '{total} में से {n} पैक डिलीवर',
  '{what} at {time}': '{what}, {time}',
  'Gave no clear answer': 'साफ़ जवाब नहीं दिया',
  'Refused, nothing was bought': 'मना किया, कुछ नहीं खरीदा',
  'Has the order, not delivered yet': 'ऑर्डर मिल गया, डिलीवरी बाकी',
  'Not asked before the payment is certain': 'भुगतान पक्का होने से पहले नहीं पूछते',
  'Gave no clear answer; we are finding out': 'साफ़ जवाब नहीं दिया; हम पता कर रहे हैं',
  'Asked, no answer yet': 'पूछा, अभी जवाब नहीं',
  'Not sent yet, in the queue': 'अभी नहीं भेजा, ऑर्डर लाइन में है',
  'Does not answer just now; nothing bought yet': 'अभी जवाब नहीं दे रहा; अब तक कुछ नहीं खरीदा',
  'Does not take it just now; nothing bought yet': 'अभी नहीं ले रहा; अब तक कुछ नहीं खरीदा',
  'Holds the order; our team talks to it': 'ऑर्डर रोक रखा है; हमारी टीम बात कर रही है',
  'Not delivered yet; our team looks into it': 'अभी डिलीवर नहीं; हमारी टीम देख रही है',
  'Not delivered yet': 'अभी डिलीवर नहीं',
  'Delivered after the order was closed': 'ऑर्डर बंद होने के बाद डिलीवर',
  'Had the order when it was closed': 'बंद होते समय ऑर्डर उसके पास था',
  'Nothing was bought': 'कुछ नहीं खरीदा गया',
  'Check again': 'फिर जाँचें',
  Checking: 'जाँच रहे हैं',
  'Bank asked {ago}': 'बैंक से {ago} पूछा',
  'Bank asked {ago}, no answer yet': 'बैंक से {ago} पूछा, अभी जवाब नहीं',
  'From our books, read {ago}': 'हमारे हिसाब से, {ago} देखा',
  'From our books, read {ago}. We ask the supplier by ourselves.':
    'हमारे हिसाब से, {ago} देखा। सप्लायर से हम खुद पूछते रहते हैं।',
}
